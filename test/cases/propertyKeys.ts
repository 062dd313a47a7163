import type { Sandbox } from '../sandbox';
import { type OperationCases, recordAt } from './operationCase';

const keyAt = ({ state }: Sandbox, position: number) =>
	recordAt(state.propertyKeys.values(), position);

export const propertyKeyCases = {
	'propertyKey.update': (sandbox) => {
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
				translations: { added: [stoff], modified: [fabric], removed: [{ languageCode: 'sv' }] },
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

	'propertyKey.create': (sandbox) => {
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
			items: () => [{ name: key.name, ...fields, propertyKeyId: keyAt(sandbox, -1).propertyKeyId }],
		};
	},
} satisfies Partial<OperationCases>;
