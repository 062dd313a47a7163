import { isRecord } from '../../values/jsonObject';

const replacement = '***';

/**
 * The parts of a text's base64 that are the same whatever is before and after the text. Base64 encodes
 * groups of three bytes, so there is a part for each position in a group where the text may begin.
 */
function base64Inside(text: string): string[] {
	return [0, 1, 2].map((before) => {
		const bytes = Buffer.from(`${' '.repeat(before)}${text}`);
		const encoded = bytes.toString('base64').replaceAll('=', '');
		const isPartial = bytes.length % 3 !== 0;
		return encoded.slice(before === 0 ? 0 : before + 1, isPartial ? -1 : undefined);
	});
}

/**
 * A shorter client secret may be a word of a record, which the nodes would read wrongly if it was redacted.
 * The service never receives the client secret, so its records can't repeat it.
 */
const shortestInRecords = 12;

/** A short secret has parts of base64 that are in many other texts. */
const shortest = 6;

/** Every way in which a service may write a secret, except for escapes that only a parser resolves. */
function formsOf(secret: string): string[] {
	const inUrl = encodeURIComponent(secret);
	const inForm = new URLSearchParams({ '': secret }).toString().slice(1);
	const urls = [inUrl, inForm].flatMap((each) => [
		each,
		each.replace(/%../g, (code) => code.toLowerCase()),
	]);
	const base64 = secret.length < shortest ? [] : base64Inside(secret);
	const safe = base64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_'));
	return [secret, JSON.stringify(secret).slice(1, -1), ...urls, ...base64, ...safe];
}

/** How many characters at the end of a text are the beginning of a form. */
function openLength(text: string, form: string): number {
	const longest = Math.max(0, text.length - form.length + 1);
	let start = text.indexOf(form.charAt(0), longest);
	while (start !== -1 && !form.startsWith(text.slice(start))) {
		start = text.indexOf(form.charAt(0), start + 1);
	}
	return start === -1 ? 0 : text.length - start;
}

/** Tokens and secrets that must appear in no item, message, hint or log. */
export class Secrets {
	private readonly known = new Set<string>();
	/** The longest first, as a form may contain another one. */
	private forms: readonly string[] = [];
	/** Those that are redacted in the records of the service, too. */
	private formsInRecords: readonly string[] = [];

	/** @param credential secrets of the credential */
	constructor(credential: readonly string[]) {
		for (const secret of credential) this.add(secret, secret.length >= shortestInRecords);
	}

	/** @param isInRecords whether the records of the service may repeat it */
	add(secret: string, isInRecords = true): void {
		if (secret === '' || this.known.has(secret)) return;
		this.known.add(secret);
		const added = formsOf(secret);
		const withForms = (forms: readonly string[]) =>
			[...new Set([...forms, ...added])].sort((one, other) => other.length - one.length);
		this.forms = withForms(this.forms);
		if (isInRecords) this.formsInRecords = withForms(this.formsInRecords);
	}

	/** Whether the text of a record may contain a secret, which takes less time than to redact it. */
	mayBeIn(text: string): boolean {
		return text.includes('\\') || this.formsInRecords.some((form) => text.includes(form));
	}

	/** Redacts every string of a value, the names of fields included. */
	redact(value: unknown, forms = this.forms): unknown {
		if (typeof value === 'string') {
			return forms.reduce((rest, form) => rest.replaceAll(form, replacement), value);
		}
		if (Array.isArray(value)) return value.map((entry) => this.redact(entry, forms));
		if (!isRecord(value)) return value;
		const fields = Object.entries(value).map((field) => this.redact(field, forms));
		return Object.fromEntries(fields as Array<[string, unknown]>);
	}

	/** As {@link redact}, for a record of the service that the nodes read. */
	redactRecord(value: unknown): unknown {
		return this.redact(value, this.formsInRecords);
	}

	/**
	 * Redacts a text of which more follows.
	 *
	 * @returns the text, and its end if a secret may begin there, to put in front of what follows
	 */
	redactBeginning(text: string): readonly [redacted: string, open: string] {
		const redacted = String(this.redact(text));
		const lengths = this.forms.map((form) => openLength(redacted, form));
		const end = redacted.length - Math.max(0, ...lengths);
		return [redacted.slice(0, end), redacted.slice(end)];
	}
}
