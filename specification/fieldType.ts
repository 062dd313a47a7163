/** A type as the tables of records write it. */
export type FieldType =
	| { readonly kind: 'name'; readonly name: string }
	| { readonly kind: 'list'; readonly of: FieldType }
	| { readonly kind: 'fields'; readonly fields: Readonly<Record<string, FieldType>> };

/**
 * Reads a type: a name, `T[]` for a list, `{ a: T, b: U }` for an object.
 *
 * @param text for example `{ added: WarehouseRef[], removed: integer[] }`
 * @throws Error if it is not such a type
 */
export function readFieldType(text: string): FieldType {
	const symbols = text.match(/\w+|\[\]|[^\s\w]/g) ?? [];
	let position = 0;

	const take = (expected?: string): string => {
		const symbol = symbols[position] ?? '';
		if (expected !== undefined && symbol !== expected) throw new Error(`"${text}" is not a type`);
		position += 1;
		return symbol;
	};

	const readName = (): string => {
		const name = take();
		if (!/^\w+$/.test(name)) throw new Error(`"${text}" is not a type`);
		return name;
	};

	const readFields = (): FieldType => {
		const fields: Record<string, FieldType> = {};
		take('{');
		for (let more = true; more;) {
			const name = readName();
			take(':');
			fields[name] = readType();
			more = symbols[position] === ',';
			if (more) take(',');
		}
		take('}');
		return { kind: 'fields', fields };
	};

	const readType = (): FieldType => {
		let type: FieldType =
			symbols[position] === '{' ? readFields() : { kind: 'name', name: readName() };
		while (symbols[position] === '[]') {
			take('[]');
			type = { kind: 'list', of: type };
		}
		return type;
	};

	const type = readType();
	if (position < symbols.length) throw new Error(`"${text}" is not a type`);
	return type;
}

/** The names that a type is made of, its fields' names left aside. */
export function namesIn(type: FieldType): string[] {
	switch (type.kind) {
		case 'name':
			return [type.name];
		case 'list':
			return namesIn(type.of);
		case 'fields':
			return Object.values(type.fields).flatMap(namesIn);
	}
}
