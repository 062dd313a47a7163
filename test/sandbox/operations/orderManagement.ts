import type { IDataObject } from 'n8n-workflow';
import { nextNumber } from '../state';
import type { Handlers } from './handler';
import { listOf, record, text, wholeNumber, boolean } from './schemas';

/** Spec 2.4; that a return has a row, and a row a quantity, is this sandbox's own rule. */
const returnBody = record(
	{
		completed: boolean,
		customFieldsToAdd: listOf(record({ code: text, value: text }, ['code', 'value'])),
		deliveryId: wholeNumber,
		deliveryNumber: text,
		note: text,
		reasonCode: text,
		reasonId: wholeNumber,
		rows: {
			...listOf(
				record(
					{
						priceLookUpNumber: text,
						quantity: { ...wholeNumber, minimum: 1 },
						reasonCode: text,
						reasonId: wholeNumber,
						stockKeepingUnitId: wholeNumber,
					},
					['quantity'],
				),
			),
			minItems: 1,
		},
		warehouseId: wholeNumber,
		warehouseNumber: text,
	},
	['rows'],
);

export const orderManagementHandlers = {
	'return.create': {
		body: returnBody,
		handle: ({ state, body }) => {
			const returnId = nextNumber(state);
			const result = { returnId, returnNumber: `R-${returnId}` };
			state.returns.push({ ...(body as IDataObject), ...result });
			return { body: result };
		},
	},
} satisfies Partial<Handlers>;
