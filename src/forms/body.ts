import type {
	DisplayCondition,
	IDataObject,
	INodeProperties,
	NodeParameterValue,
} from 'n8n-workflow';
import { InputError } from '../api/errors';
import type { Field } from './fields/field';
import type { FormItem } from './formItem';
import { jsonObject } from './jsonField';
import { isEmpty, readChoice, readValue, readValues } from './value';

/** What the choice of a drop-down is called that sends nothing. */
export const unchangedLabel = {
	create: 'Leave to the Service',
	update: 'Keep as It Is',
} as const;

/** What a form is filled in for. */
export type Writing = keyof typeof unchangedLabel;

/** The value of a body in a form that nobody has changed. */
const emptyBody = '{}';

/**
 * The form of a record whose fields the specification does not describe: friendly fields, or the
 * whole body as JSON.
 */
export function bodyFields(fields: readonly INodeProperties[]): INodeProperties[] {
	return [
		{
			displayName: 'Specify Body',
			name: 'specifyBody',
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'Using Fields Below', value: 'fields' },
				{ name: 'Using JSON', value: 'json' },
			],
			default: 'fields',
			description: 'Whether to fill in fields or provide the request body as JSON',
		},
		...[
			...fields,
			{
				displayName: 'Additional Body',
				name: 'additionalBody',
				type: 'json' as const,
				typeOptions: { rows: 2 },
				default: emptyBody,
				description:
					'Extra fields as a JSON object. They override the fields above. Use this if your service has other field names.',
			},
		]
			.flatMap(unlessAdditional)
			.map((field) => shownFor(field, 'fields')),
		shownFor(
			{
				displayName: 'JSON Body',
				name: 'jsonBody',
				type: 'json',
				required: true,
				default: emptyBody,
				description: 'The request body as a JSON object',
			},
			'json',
		),
	];
}

/**
 * A field that must be filled in unless Additional Body may carry it under another name. As n8n
 * checks a required field by itself, it is there twice. Both are only hidden: where a field that
 * another is shown by is an expression, n8n shows that other one whatever else it depends on. A
 * pattern would take what is blank for empty too, but n8n gives it 250 ms and fails a busy machine.
 */
function unlessAdditional(field: INodeProperties): INodeProperties[] {
	const { required, ...optional } = field;
	if (!required) return [field];
	const hiddenWhere = (additionalBody: NodeParameterValue | DisplayCondition) => ({
		...field.displayOptions,
		hide: { ...field.displayOptions?.hide, additionalBody: [additionalBody] },
	});
	return [
		{ ...field, displayOptions: hiddenWhere({ _cnd: { not: emptyBody } }) },
		{ ...optional, displayOptions: hiddenWhere(emptyBody) },
	];
}

function shownFor(field: INodeProperties, specifyBody: string): INodeProperties {
	const show = { ...field.displayOptions?.show, specifyBody: [specifyBody] };
	return { ...field, displayOptions: { ...field.displayOptions, show } };
}

/** The body to send, and whether the user wrote some of its names. */
export interface FormBody {
	readonly body: IDataObject;
	/** The user wrote names of their own, so that a missing field may be there under another name. */
	readonly ownNames: boolean;
}

/** The user's JSON, where it is the whole body. */
function wholeBody(item: FormItem): IDataObject | undefined {
	const form = readChoice(item, 'Specify Body', 'specifyBody', ['fields', 'json'], 'fields');
	if (form === 'fields') return undefined;
	const body = jsonObject(item, 'JSON Body', 'jsonBody');
	if (Object.keys(body).length > 0) return body;
	throw new InputError(
		'JSON Body is empty',
		'Write the body to send, or set Specify Body to "Using Fields Below".',
	);
}

function additionalBody(item: FormItem): IDataObject {
	return jsonObject(item, 'Additional Body', 'additionalBody');
}

/**
 * The body of a record whose fields the specification does not describe: the form's fields under
 * the assumed names with Additional Body merged over them, or the user's JSON as it is.
 *
 * @throws InputError where JSON or a value is wrong, or JSON is empty
 */
export function readBody<Fields extends readonly Field[]>(
	item: FormItem,
	names: Readonly<Record<Fields[number]['name'], string>>,
	fields: Fields,
): FormBody {
	const whole = wholeBody(item);
	if (whole) return { body: whole, ownNames: true };
	const body: IDataObject = {};
	for (const field of fields) {
		const name = names[field.name as Fields[number]['name']];
		const value = item.parameter<unknown>(field.name, '');
		if (field.multiple) {
			const values = readValues(field, value);
			if (values.length > 0) body[name] = values as IDataObject[string];
		} else if (!isEmpty(value)) {
			body[name] = readValue(field, value);
		}
	}
	const additional = additionalBody(item);
	const assumed = Object.keys(body).filter((name) => !Object.hasOwn(additional, name));
	if (assumed.length > 0) {
		item.hint(
			`These field names are assumed: ${assumed.join(', ')}. If the service takes no notice of them, give its own names in Additional Body.`,
			'building',
		);
	}
	return { body: { ...body, ...additional }, ownNames: Object.keys(additional).length > 0 };
}

/**
 * Refuses a body with nothing in it.
 *
 * @throws InputError naming the way out
 */
export function requireContent({ body }: FormBody): void {
	if (Object.keys(body).length > 0) return;
	throw new InputError(
		'There is nothing to send',
		'Fill in at least one field. If the values come from expressions, check this item.',
	);
}

/**
 * The body of a described record: the form with Additional Body merged over it, or the user's JSON.
 *
 * @throws InputError where JSON is wrong or empty, or as the form's reader
 */
export function readFormBody<Body extends object>(
	item: FormItem,
	readForm: (item: FormItem) => Body,
): Body {
	return (wholeBody(item) ?? { ...readForm(item), ...additionalBody(item) }) as Body;
}
