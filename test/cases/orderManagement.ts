import { type OperationCases, recordAt } from './operationCase';

export const orderManagementCases = {
	'return.create': ({ state }) => {
		const rows = [{ quantity: 2, stockKeepingUnitId: 77, reasonCode: 'TOO_SMALL' }];
		const customFieldsToAdd = [{ code: 'channel', value: 'web' }];
		const fields = { note: 'Too small', completed: false, deliveryId: 12 };
		return {
			parameters: {
				rows: { row: rows },
				customFieldsToAdd: { field: customFieldsToAdd },
				additionalFields: fields,
			},
			body: { rows, customFieldsToAdd, ...fields },
			items: () => {
				const { returnId, returnNumber } = recordAt(state.returns, -1);
				return [{ returnId, returnNumber }];
			},
			nothingElse: true,
		};
	},
} satisfies Partial<OperationCases>;
