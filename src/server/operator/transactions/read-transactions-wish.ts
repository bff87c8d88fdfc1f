import { providerName } from '../../../lib/contract/payments/payment-calls.ts';
import type { HandMove } from '../../payments/rules/decide-by-hand.ts';
import type { Read } from '../command/command-area.ts';
import { noCommand } from '../command/command-area.ts';
import { idFault, readId } from '../command/find-id.ts';
import { readArguments, readEmail, readReason } from '../command/read-arguments.ts';

/** What an operator wants of transactions. Emails are in lower case, amounts in minor units; an id may be the beginning of one. */
export type TransactionsWish =
  | { kind: 'list'; email: string | null; all: boolean }
  | { kind: 'show'; id: string }
  | { kind: 'retry'; id: string }
  | { kind: 'check'; id: string }
  | { kind: 'approve'; id: string; amountMinor: number | null; reason: string | null }
  | { kind: 'decline'; id: string; reason: string }
  | { kind: 'send'; id: string; by: string; reason: string | null }
  | { kind: 'return'; id: string; reason: string }
  | { kind: 'move'; move: HandMove; email: string; reason: string; by: string };

const text = { type: 'string' } as const;
const options = { email: text, all: { type: 'boolean' }, reason: text, by: text, amount: text } as const;

/** What each takes besides its id, email or amount. */
const taken = {
  list: ['email', 'all'],
  show: [],
  retry: [],
  check: [],
  approve: ['amount', 'reason'],
  decline: ['reason'],
  send: ['by', 'reason'],
  return: ['reason'],
  deposit: ['reason', 'by'],
  bonus: ['reason'],
  credit: ['reason'],
  fee: ['reason'],
} as const satisfies Record<string, readonly (keyof typeof options)[]>;
type Kind = keyof typeof taken;
const isKind = (word: string): word is Kind => Object.hasOwn(taken, word);

interface Said {
  others: string[];
  email?: string | undefined;
  all?: boolean | undefined;
  reason?: string | undefined;
  by?: string | undefined;
  amount?: string | undefined;
}

/** What is typed behind `operator transactions`. */
export function readTransactionsWish(args: readonly string[]): Read<TransactionsWish> {
  const read = readArguments(args, options);
  if (!read.ok) return read;
  const [kind, ...others] = read.positionals;
  const given = Object.keys(read.values);
  if (kind === undefined)
    return given.length === 0 ? { ok: false, why: null } : refuse('What is to be done is missing.');
  if (!isKind(kind)) return refuse(noCommand({ name: kind, area: 'transactions', commands: Object.keys(taken) }));
  const allowed: readonly string[] = taken[kind];
  const foreign = given.find((name) => !allowed.includes(name));
  if (foreign !== undefined) return refuse(`${kind} takes no --${foreign}.`);
  return readKind(kind, { others, ...read.values });
}

function readKind(kind: Kind, said: Said): Read<TransactionsWish> {
  if (kind === 'list') return readList(said);
  if (kind === 'deposit' || kind === 'bonus' || kind === 'credit' || kind === 'fee') return readMove(kind, said);
  return readAbout(kind, said);
}

function readList({ others: [first], email: typed, all = false }: Said): Read<TransactionsWish> {
  if (first !== undefined) return refuse(`list takes no ${first}. Of one customer: list --email ${first}`);
  const email = readEmail(typed);
  if (typed !== undefined && email === null) return refuse(`${typed} is no email.`);
  return understood({ kind: 'list', email, all });
}

type KindAbout = Exclude<Kind, 'list' | HandMove['kind']>;

function readAbout(kind: KindAbout, { others: [first = '', more], ...said }: Said): Read<TransactionsWish> {
  const id = readId(first);
  if (id === null) return refuse(idFault(first, kind === 'retry' ? 'report' : 'transaction'));
  if (more !== undefined) return refuse(`${kind} takes one id, and no ${more}.`);
  if (kind === 'approve') return readApproval(id, said);
  if (kind === 'send') return readSending(id, said);
  if (kind !== 'decline' && kind !== 'return') return understood({ kind, id });
  const read = readReason(said.reason, 'it is what the customer reads');
  return read.ok ? understood({ kind, id, reason: read.reason }) : read;
}

function readApproval(id: string, { amount, reason: typed }: Omit<Said, 'others'>): Read<TransactionsWish> {
  const amountMinor = amount === undefined ? null : minorOf(amount);
  if (amount !== undefined && amountMinor === null) return refuse(amountFault(amount));
  if (amountMinor !== null && amountMinor <= 0) return refuse('What is credited has to be above zero.');
  if (typed === undefined) return understood({ kind: 'approve', id, amountMinor, reason: null });
  const read = readReason(typed, 'it is what the customer reads');
  return read.ok ? understood({ kind: 'approve', id, amountMinor, reason: read.reason }) : read;
}

function readSending(id: string, { by = 'bank', reason: typed }: Omit<Said, 'others'>): Read<TransactionsWish> {
  if (!providerName.safeParse(by).success) return refuse(noName(by));
  if (typed === undefined) return understood({ kind: 'send', id, by, reason: null });
  const read = readReason(typed, 'it stands in the audit log');
  return read.ok ? understood({ kind: 'send', id, by, reason: read.reason }) : read;
}

function readMove(kind: HandMove['kind'], { others, reason: typed, by = 'manual' }: Said): Read<TransactionsWish> {
  const [first, amount, more] = others;
  const email = readEmail(first);
  if (email === null)
    return refuse(first === undefined ? 'The email of a customer is missing.' : `${first} is no email.`);
  if (amount === undefined) return refuse('The amount is missing: write it as 250 or 250.50.');
  if (more !== undefined) return refuse(`${kind} takes one email and one amount, and no ${more}.`);
  const amountMinor = minorOf(amount);
  if (amountMinor === null) return refuse(amountFault(amount));
  if (!providerName.safeParse(by).success) return refuse(noName(by));
  const read = readReason(typed, 'it stands in the audit log');
  return read.ok ? understood({ kind: 'move', move: { kind, amountMinor }, email, reason: read.reason, by }) : read;
}

const understood = (wish: TransactionsWish): Read<TransactionsWish> => ({ ok: true, wish });
const refuse = (why: string): Read<never> => ({ ok: false, why });
const noName = (by: string) => `${by} is no name of a provider: small letters, digits and dashes.`;

const amount = /^([+-]?)(\d{1,10})(?:\.(\d{1,2}))?$/;

/** Digits, and at most two behind a point: what else may stand in an amount is read differently by different people. */
function minorOf(typed: string): number | null {
  const [, sign, whole, cents = ''] = amount.exec(typed) ?? [];
  if (whole === undefined) return null;
  const minor = Number(whole) * 100 + Number(cents.padEnd(2, '0'));
  return sign === '-' && minor > 0 ? -minor : minor;
}

/** What was meant is only said where nothing else can have been meant. */
function amountFault(typed: string): string {
  const [, sign = '', whole, cents = ''] = /^([+-]?)(\d{1,10}),(\d{1,2})$/.exec(typed) ?? [];
  if (whole === undefined) return `${typed || 'Nothing'} is no amount: write it as 250 or 250.50.`;
  return `${typed} is no amount: write ${sign}${whole}.${cents.padEnd(2, '0')}`;
}
