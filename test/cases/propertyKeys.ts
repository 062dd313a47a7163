import type { Sandbox } from '../sandbox';
import { type OperationCases, recordAt, unknownNumber } from './operationCase';

const keyAt = ({ state }: Sandbox, position: number) =>
	recordAt(state.propertyKeys.values(), position);

/** The first property key with a body that the service refuses. */
const update = (body: object) => (sandbox: Sandbox) => ({
	path: { propertyKeyId: keyAt(sandbox, 0).propertyKeyId },
	body,
});

const create = (body: object) => () => ({
	body: { name: 'Length', presentation: 'SINGLE_SELECT', ...body },
});

export const propertyKeyCases = {
	'propertyKey.update': {
		success: (sandbox) => {
			const { propertyKeyId, name, values } = keyAt(sandbox, 0);
			const modified = {
				propertyValueId: recordAt(values, 0).propertyValueId,
				value: 'Organic cotton',
			};
			const removed = recordAt(values, 1).propertyValueId;
			const flags = {
				keyGroup: 'Fabrics',
				usedForFilter: false,
				usedForPresentation: true,
				allowUpdateInUI: false,
				sendToShippingProvider: true,
				sort: 4,
			};
			const silk = { value: 'Silk', sort: 9 };
			const seide = { languageCode: 'de', name: 'Seide' };
			const stoff = { languageCode: 'de', name: 'Stoff' };
			const fabric = { languageCode: 'en', name: 'Fabric' };
			return {
				parameters: {
					propertyKeyId: String(propertyKeyId),
					changeMode: 'changes',
					name,
					updateFields: flags,
					translations: {
						added: [stoff],
						modified: [fabric],
						removed: [{ languageCode: 'sv' }],
					},
					values: {
						added: [{ ...silk, translations: { translation: [seide] } }],
						modified: [modified],
						removed: [{ propertyValueId: removed }],
					},
				},
				path: { propertyKeyId },
				body: {
					name,
					...flags,
					translations: { added: [stoff], modified: [fabric], removed: ['sv'] },
					values: {
						added: [{ ...silk, translations: [seide] }],
						modified: [modified],
						removed: [removed],
					},
				},
				items: () => [{ propertyKeyId, name, sort: 4, changed: true }],
			};
		},
		refusals: {
			'duplicate-property-value': update({
				name: 'Lining',
				values: { added: [{ value: 'Wool' }] },
			}),
			'invalid-property-key-name': update({ name: '' }),
			'language-not-found': update({
				name: 'Lining',
				translations: { added: [{ languageCode: 'xx', name: 'X' }] },
			}),
			'property-key-name-already-exists': update({ name: 'Season' }),
			'property-key-not-found': () => ({
				path: { propertyKeyId: unknownNumber },
				body: { name: 'Lining' },
			}),
		},
	},

	'propertyKey.create': {
		success: (sandbox) => {
			const fields = { keyGroup: 'Clothing', allowUpdateInUI: true };
			const key = { name: 'Length', presentation: 'SINGLE_SELECT' };
			const translations = [{ languageCode: 'sv', name: 'Längd' }];
			const long = { value: 'Long', filterTag: 'long' };
			return {
				parameters: {
					...key,
					additionalFields: fields,
					translations: { translation: translations },
					values: {
						value: [{ value: 'Short' }, { ...long, translations: { translation: translations } }],
					},
				},
				body: {
					...key,
					...fields,
					translations,
					values: [{ value: 'Short' }, { ...long, translations }],
				},
				items: () => [
					{ name: key.name, ...fields, propertyKeyId: keyAt(sandbox, -1).propertyKeyId },
				],
			};
		},
		refusals: {
			'duplicate-property-value': create({ values: [{ value: 'Short' }, { value: 'short' }] }),
			'invalid-property-key-name': create({ name: '' }),
			'language-not-found': create({ translations: [{ languageCode: 'xx', name: 'X' }] }),
			'property-key-name-already-exists': create({ name: 'Colour' }),
		},
	},
} satisfies Partial<OperationCases>;
