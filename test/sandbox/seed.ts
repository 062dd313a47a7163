import type { IDataObject } from 'n8n-workflow';
import { userKinds } from '../../src/api/assumedNames';
import type { NewPropertyKey, PropertyValue, Translation } from './records';
import { SeededRandom } from './random';
import { addLog, finishRun, type RunState, runStatuses } from './state';

/** Numbers of records at the start. */
export const defaultSizes = {
	users: 250,
	assignments: 8,
	/** Log lines of the longest run. */
	longestLog: 2600,
	/** Messages in the longest thread. */
	longestThread: 250,
};

export type SeedSizes = typeof defaultSizes;

const day = 24 * 60 * 60 * 1000;
const seedTime = Date.UTC(2026, 9, 1, 8);

const listed = (text: string) => text.split(/,\s+/);

const firstNames = listed(`Åsa, Erik, Maja, Oskar, Linnea, Anna, Björn, Chloé, David, Elin,
	Fatima, Gustav, Hanna, Ivan, Jonas, Karin, Lars, Mónica, Nils, Zoë`);
const lastNames = listed(`Andersson, Berg, Carlsson, Dahl, Ek, Fransson, Gómez, Holm, Isaksson,
	Jensen, Källström, Lind, Müller, Nyström, Olsen, Pettersson, O'Brien, Rask, Sandberg, Törnqvist`);
const groupNames = listed(`Customer service, Warehouse Borås, Warehouse Malmö, Finance, Purchasing,
	Marketing, Web editors, Store Stockholm, Store Gothenburg, Returns desk, Export, Archive 2024`);
const reportNames = listed(`Sales by day, Stock value, Open orders, Returns by reason, Gross margin,
	Supplier lead time, Payments received, Web store visits, Ticket response time,
	Inventory differences`);
const roleNames = listed(`ORDER_READ, ORDER_WRITE, STOCK_READ, STOCK_WRITE, JOURNAL_READ,
	TICKET_WRITE, PAGE_WRITE, RETURN_WRITE`);
const assignmentNames = listed(`Check low stock, Summarise open tickets,
	Draft the weekly sales report, Find unpaid invoices, Translate new products,
	Clean up duplicate customers, Watch delivery times, Suggest return reasons`);

/** All records of the simulated tenant. */
export type SandboxState = ReturnType<typeof seedState>;

/** Whose records to make. */
interface Owners {
	/** The tenant of the credential. */
	tenantId: string;
	/** Threads belong to this client and to the interactive user. */
	clientId: string;
}

/**
 * A tenant filled with believable data, the same at every call with the same sizes and tenant. A list is
 * made when it is first asked for, as most tests need few of them.
 */
export function seedState(sizes: SeedSizes, owners: Owners) {
	const tenants = once(() => seedTenants(owners.tenantId));
	const groups = once(() => keyed(seedGroups(new SeededRandom(3)), (group) => group.groupId));
	const layouts = once(() => keyed(seedLayouts(new SeededRandom(6)), ({ layoutId }) => layoutId));
	const users = once(() => {
		const seeded = seedUsers(sizes.users, new SeededRandom(1), {
			groupIds: [...groups().keys()],
			tenantIds: tenants().flatMap(({ tenantId, current }) => (current ? [] : tenantId)),
		});
		return keyed(seeded, (user) => user.userId);
	});
	const lists = madeAtFirstUse({
		users,
		/** Accounts that exist in other tenants only. */
		peopleElsewhere: () => ['Ingrid Vik', 'Mikko Laine', 'Sofie Lund'].map(seedPersonElsewhere),
		tenants,
		groups,
		reports: () =>
			reportNames.map((name, index) => ({
				reportId: 101 + index,
				reportName: name,
				description: `${name}, refreshed every night`,
			})),
		/** Oldest first. */
		periods: () => seedPeriods(18),
		propertyKeys: () => keyed(seedPropertyKeys(), (key) => key.propertyKeyId),
		languageCodes: () => ['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nb', 'nl', 'pl', 'pt', 'sv'],
		tickets: () => keyed(seedTickets(new SeededRandom(5)), (ticket) => ticket.ticketId),
		drafts: () => {
			const seeded = seedDrafts([...layouts().keys()], new SeededRandom(7));
			return keyed(seeded, (draft) => draft.draftId);
		},
		layouts,
		assignments: () => {
			const seeded = seedAssignments(sizes.assignments, sizes.longestLog, new SeededRandom(8));
			return keyed(seeded, (assignment) => assignment.assignmentId);
		},
		threads: () => {
			const people = [owners.clientId, interactiveUser(users().values()).userId];
			const seeded = seedThreads(people, sizes.longestThread, new SeededRandom(9));
			return keyed(seeded, (thread) => thread.threadId);
		},
		returns: (): IDataObject[] => [],
	});
	return Object.assign(lists, {
		random: new SeededRandom(100),
		/** The last number used as an ID. */
		lastNumber: 100_000,
	});
}

/** The user who signs in if a person has to: the first active administrator. */
export function interactiveUser<User extends { kind: string; active: boolean }>(
	users: Iterable<User>,
): User {
	for (const user of users) {
		if (user.kind === userKinds.administrator && user.active) return user;
	}
	throw new Error('The sandbox needs an active administrator among its users');
}

function keyed<Key, Value>(values: Value[], key: (value: Value) => Key): Map<Key, Value> {
	return new Map(values.map((value) => [key(value), value]));
}

/** Makes something at its first use. */
function once<Value>(make: () => Value): () => Value {
	let made: { readonly value: Value } | undefined;
	return () => (made ??= { value: make() }).value;
}

/** An object of which each property is made when it is first asked for. */
export function madeAtFirstUse<Lists extends object>(makers: {
	readonly [Name in keyof Lists]: () => Lists[Name];
}): Lists {
	const lists = {} as Lists;
	for (const name of Object.keys(makers) as Array<keyof Lists>) {
		let value: Lists[typeof name] | undefined;
		Object.defineProperty(lists, name, {
			enumerable: true,
			get: () => (value ??= makers[name]()),
			set: (other: typeof value) => (value = other),
		});
	}
	return lists;
}

function at<T>(list: readonly T[], index: number): T {
	return list[index % list.length] as T;
}

function times<T>(count: number, make: (index: number) => T): T[] {
	return Array.from({ length: count }, (_, index) => make(index));
}

function isoTime(time: number): string {
	return new Date(time).toISOString();
}

function isoDate(time: number): string {
	return isoTime(time).slice(0, 10);
}

/** A text in letters that fit an address: `Åsa` becomes `asa`. */
function plain(text: string): string {
	return text
		.normalize('NFD')
		.replace(/[^a-z]/gi, '')
		.toLowerCase();
}

function seedTenants(tenantId: string) {
	const random = new SeededRandom(2);
	return [
		{ tenantId, tenantName: 'Nordic Outfitters Sweden' },
		{ tenantId: random.uuid(), tenantName: 'Nordic Outfitters Norway' },
		{ tenantId: random.uuid(), tenantName: 'Nordic Outfitters Finland' },
	].map((tenant) => ({ ...tenant, current: tenant.tenantId === tenantId }));
}

function seedUsers(
	count: number,
	random: SeededRandom,
	{ groupIds, tenantIds }: { groupIds: number[]; tenantIds: string[] },
) {
	// The last group stays without members, so there is one that can be deleted.
	const groups = groupIds.slice(0, -1);
	return times(count, (index) => {
		const firstName = at(firstNames, index);
		const lastName = at(lastNames, Math.floor(index / firstNames.length) + index);
		const round = Math.floor(index / (firstNames.length * lastNames.length));
		const isAdministrator = index % 25 === 0;
		return {
			userId: random.uuid(),
			emailAddress: `${plain(firstName)}.${plain(lastName)}${round || ''}@nordic-outfitters.example`,
			firstName,
			lastName,
			kind: (isAdministrator ? userKinds.administrator : userKinds.normal) as string,
			active: index === 0 || !random.chance(0.15),
			groupIds: isAdministrator ? [] : [...new Set([at(groups, index), random.pick(groups)])],
			tenantIds: isAdministrator || !random.chance(0.2) ? [] : [random.pick(tenantIds)],
			createdAt: isoTime(seedTime - random.integer(10, 900) * day),
		};
	});
}

function seedPersonElsewhere(name: string) {
	const [firstName = '', lastName = ''] = name.split(' ');
	const emailAddress = `${plain(firstName)}.${plain(lastName)}@fjord-retail.example`;
	return { emailAddress, firstName, lastName };
}

function seedGroups(random: SeededRandom) {
	return groupNames.map((groupName, index) => {
		const isLast = index === groupNames.length - 1;
		return {
			groupId: 1001 + index,
			groupName,
			active: !isLast && index % 7 !== 6,
			reports: isLast ? [] : [101 + (index % reportNames.length), 101 + ((index + 3) % 10)],
			roles: [at(roleNames, index), at(roleNames, index + 2)],
			warehouses: [{ warehouseCompanyId: 10, warehouseId: random.integer(1, 9) }],
			returnReasons: [{ returnReasonId: random.integer(1, 20) }],
			webStores: [{ storeId: random.integer(1, 5) }],
		};
	});
}

/** Accounting periods of a month each, the last one October 2026. */
function seedPeriods(months: number) {
	const random = new SeededRandom(4);
	return times(months, (index) => {
		const month = 9 - (months - 1 - index);
		const start = Date.UTC(2026, month, 1);
		const journals = times(random.integer(3, 8), (position) =>
			seedJournal(random, index * 100 + position + 1, start + random.integer(0, 27) * day),
		);
		return {
			periodId: 202_000 + index,
			periodStartDate: isoDate(start),
			periodEndDate: isoDate(Date.UTC(2026, month + 1, 0)),
			journals,
		};
	});
}

function seedJournal(random: SeededRandom, number: number, time: number) {
	const net = random.integer(10_000, 900_000) / 100;
	const tax = Math.round(net * 25) / 100;
	const total = Math.round((net + tax) * 100) / 100;
	// Payroll journals and zero rows are in the books, but not among what the service shows.
	const journalType = random.pick(['INVOICE', 'INVOICE', 'PAYMENT', 'PAYROLL']);
	const invoice = [
		{ accountNumber: '3001', text: 'Sales of goods', amount: -net },
		{ accountNumber: '2611', text: 'Value added tax', amount: -tax },
		{ accountNumber: '3740', text: 'Rounding', amount: 0 },
		{ accountNumber: '1510', text: 'Accounts receivable', amount: total },
	];
	const payment = [
		{ accountNumber: '1510', text: 'Accounts receivable', amount: -total },
		{ accountNumber: '1930', text: 'Bank account', amount: total },
	];
	return {
		journalId: 500_000 + number,
		journalNumber: `J${500_000 + number}`,
		journalType,
		journalDate: isoDate(time),
		createdAt: isoTime(time + day / 2),
		rows: journalType === 'INVOICE' ? invoice : payment,
	};
}

type SeededPropertyKey = NewPropertyKey & {
	property: 'category' | 'variant';
	propertyKeyId: number;
	translations: Translation[];
	values: Array<PropertyValue & { propertyValueId: number }>;
};

function seedPropertyKeys(): SeededPropertyKey[] {
	const keys: Array<[SeededPropertyKey['property'], string, string, string]> = [
		['category', 'Material', 'Material', 'Cotton, Wool, Linen, Polyester'],
		['category', 'Season', 'Sesong', 'Spring, Summer, Autumn, Winter'],
		['category', 'Fit', 'Passform', 'Slim, Regular, Loose'],
		['variant', 'Colour', 'Färg', 'Black, White, Navy, Forest green'],
		['variant', 'Size', 'Storlek', 'S, M, L, XL'],
	];
	return keys.map(([property, name, swedish, values], index) => ({
		property,
		propertyKeyId: 700 + index,
		name,
		presentation: 'SINGLE_SELECT',
		keyGroup: 'Clothing',
		usedForFilter: true,
		usedForPresentation: true,
		allowUpdateInUI: true,
		sendToShippingProvider: false,
		sort: index + 1,
		translations: [
			{ languageCode: 'en', name, description: `${name} of the product` },
			{ languageCode: 'sv', name: swedish, description: `Produktens ${swedish.toLowerCase()}` },
		],
		values: listed(values).map((value, position) => ({
			propertyValueId: 7000 + index * 10 + position,
			value,
			mediaURL: `https://media.nordic-outfitters.example/${plain(value)}.png`,
			filterTag: plain(value),
			sort: position + 1,
			translations: [{ languageCode: 'en', name: value, description: '' }],
		})),
	}));
}

function seedTickets(random: SeededRandom) {
	const subjects = ['Where is my order?', 'Wrong size', 'Invoice copy', 'Damaged parcel'];
	return times(12, (index) => {
		const created = seedTime + index * 3_600_000;
		const customer = at(firstNames, index + 3);
		const address = `${plain(customer)}@customer.example`;
		return {
			ticketId: random.uuid(),
			version: random.integer(1, 6),
			createdAt: isoTime(created),
			modifiedAt: isoTime(created + 600_000),
			customerId: 40_000 + index,
			ticketNumber: 9000 + index,
			helpdeskAccountId: 12,
			// Every fourth ticket has no assignee.
			centralUserId: index % 4 === 3 ? null : 300 + (index % 5),
			resolution: 'UNRESOLVED',
			labels: [random.integer(1, 9)],
			autoReply: false,
			activities: [
				{
					timestamp: isoTime(created),
					type: 'SET_RESOLUTION',
					centralUserId: 300,
					data: { resolution: 'UNRESOLVED' },
				},
			],
			messages: [
				{
					direction: 'INBOUND',
					messageId: `<${random.uuid()}@mail.customer.example>`,
					mailSendId: random.uuid(),
					senderName: customer,
					senderAddress: address,
					replyTo: address,
					deliveredTo: 'support@nordic-outfitters.example',
					recipients: ['support@nordic-outfitters.example'],
					recipientsCC: [],
					recipientsBCC: [],
					subject: at(subjects, index),
					contentType: 'text/html',
					numberOfAttachments: index % 3,
				},
			],
		};
	});
}

function seedLayouts(random: SeededRandom) {
	return ['Product list', 'Campaign'].map((layoutName) => ({
		layoutId: random.uuid(),
		layoutName,
		layoutDescription: `${layoutName} with an introduction`,
		layoutType: 'PRODUCT_LIST',
		status: 'MODIFIED',
		sections: ['Introduction', 'Highlights', 'Footer'].map((sectionName, index) => ({
			layoutSectionId: random.uuid(),
			sectionId: random.uuid(),
			sectionName,
			sectionDescription: `${sectionName} of the page`,
			sectionType: 'IMAGE_AND_TEXT',
			content: `<h2>${sectionName}</h2><p>{{text:${index + 1}}}</p><img src="{{image:${index + 1}}}">`,
			status: 'MODIFIED',
			variables: [{ name: 'columns', value: String(index + 1) }],
		})),
	}));
}

function seedDrafts(layoutIds: string[], random: SeededRandom) {
	const titles = ['Jackets', 'Knitwear', 'Outdoor', 'Sale'];
	return ['autumn', 'winter'].map((season) => {
		const draftId = random.uuid();
		const pages = titles.map((title, index) => ({
			pageId: random.uuid(),
			categoryId: random.uuid(),
			contentLocaleId: random.uuid(),
			title,
			metaTitle: `${title} | Nordic Outfitters`,
			metaDescription: `${title} for the ${season}`,
			languageCode: 'en',
			countryCode: 'SE',
			path: `/${season}/${plain(title)}`,
			status: 'MODIFIED',
			// The last page of a draft names a layout that somebody removed.
			layoutId: index === titles.length - 1 ? random.uuid() : at(layoutIds, index),
			searchableContent: `${title} ${season}`,
		}));
		return { draftId, pages: keyed(pages, (page) => page.pageId) };
	});
}

function seedAssignments(count: number, longestLog: number, random: SeededRandom) {
	const endings = [runStatuses.failed, runStatuses.aborted, runStatuses.completed];
	return times(count, (index) => {
		const name = at(assignmentNames, index);
		const assignmentId = random.uuid();
		return {
			assignmentId,
			name,
			description: `${name} and report what was found`,
			instructions: `${name}. Look at the last seven days. Answer with a short list.`,
			active: index % 4 !== 3,
			createdAt: isoTime(seedTime - (60 - index) * day),
			modifiedAt: isoTime(seedTime - (30 - index) * day),
			deleted: false,
			/** Newest last. */
			runs: endings.map((status, position) => {
				const runId = random.uuid();
				const startedAt = seedTime - (9 - position * 3) * day + index * 3_600_000;
				const isLongest = index === 0 && position === 2;
				const lines = isLongest ? longestLog : random.integer(5, 30);
				return seedRun({ runId, assignmentId, startedAt }, lines, status);
			}),
		};
	});
}

function seedRun(
	start: Pick<RunState, 'runId' | 'assignmentId' | 'startedAt'>,
	lines: number,
	status: string,
): RunState {
	const endedAt = start.startedAt + lines * 50;
	const begun = { ...start, status: runStatuses.active, progress: 40 };
	const logs = once(() => {
		const run: RunState = { ...begun, logs: [] };
		for (let line = 1; line < lines; line += 1) {
			addLog(run, run.startedAt + line * 50, `Looked at record ${line}`);
		}
		finishRun(run, status, endedAt);
		return run.logs;
	});
	const progress = status === runStatuses.completed ? 100 : begun.progress;
	return {
		...begun,
		status,
		endedAt,
		progress,
		get logs() {
			return logs();
		},
	};
}

function seedThreads(owners: string[], longest: number, random: SeededRandom) {
	return owners.flatMap((owner) =>
		['Sales last week', 'Returns in October', 'Late deliveries'].map((name, index) => {
			const created = seedTime + index * day;
			const count = index === 0 ? longest : 4;
			const messages = times(count, (position) => {
				const isQuestion = position % 2 === 0;
				return {
					messageId: random.uuid(),
					role: isQuestion ? 'USER' : 'ASSISTANT',
					text: isQuestion ? `${name}, question ${position / 2 + 1}?` : `${name}: all is well.`,
					createdAt: isoTime(created + position * 60_000),
				};
			});
			return {
				threadId: random.uuid(),
				/** Who started it: the client id or the user id. */
				owner,
				name,
				createdAt: isoTime(created),
				modifiedAt: isoTime(created + count * 60_000),
				deleted: false,
				messages,
			};
		}),
	);
}
