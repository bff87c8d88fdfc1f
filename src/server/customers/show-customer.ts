import { brand } from '../../brand.ts';
import { hundredthsText } from '../../lib/format/amount-text.ts';
import type { AccountRow } from '../accounts/accounts-rows.ts';
import { loadAccount, loadCredentials } from '../accounts/accounts-rows.ts';
import { countsText } from '../affiliates/affiliate-commands.ts';
import type { OperatorParts } from '../operator/command.ts';
import type { CommandOutcome, TableColumn } from '../operator/outcome.ts';
import { oneLine, tableOutcome, whenText, writeTable } from '../operator/outcome.ts';
import type { CategoryRow, CustomerFacts, ListedCustomer } from './customers-rows.ts';
import { listCategories, listCustomers, loadCustomerFacts } from './customers-rows.ts';
import { categoryNames, setOrNone } from './setting-commands.ts';

const most = { some: 50, all: 100_000 };

const money = (minor: number) => hundredthsText(minor, brand.currency);

const columns: readonly TableColumn<ListedCustomer>[] = [
  { title: 'email', of: ({ email }) => email },
  { title: 'name', of: ({ name }) => name },
  { title: 'since (UTC)', of: ({ createdAt }) => whenText(createdAt) },
  { title: 'verified', of: ({ verified }) => (verified ? 'yes' : 'no') },
  { title: 'blocked', of: ({ blockedAt }) => (blockedAt ? 'yes' : 'no') },
  { title: 'level', of: ({ level }) => level ?? '' },
  { title: 'balance', of: ({ balanceMinor }) => money(balanceMinor), isRight: true },
  { title: 'open', of: ({ openPositions }) => String(openPositions), isRight: true },
];

/** The newest customers, or those that match the given words. */
export async function listOfCustomers(
  { database }: OperatorParts,
  { search, all }: { search: string | null; all: boolean },
): Promise<CommandOutcome> {
  const limit = all ? most.all : most.some;
  const rows = await listCustomers(database, { search, most: limit + 1 });
  const outcome = tableOutcome(columns, rows.slice(0, limit));
  return rows.length > limit
    ? { ...outcome, text: `${outcome.text}\nThere are more. Use --search or --all.` }
    : outcome;
}

/** Everything an operator may see of a customer; the PIN only on request. */
export async function showCustomer(
  { database }: OperatorParts,
  { email, showsPin }: { email: string; showsPin: boolean },
): Promise<CommandOutcome> {
  const credentials = await loadCredentials(database, email);
  const found = credentials && (await loadAccount(database, credentials.id));
  const facts = credentials && (await loadCustomerFacts(database, credentials.id));
  if (!found || !facts) return { ok: false, text: 'There is no customer with this email.' };
  const account = showsPin ? found : { ...found, pin: setOrNone(found.pin) };
  const categories = await listCategories(database);
  const lines = linesOf(account, facts, categories).map(([name, value]) => `${name.padEnd(16)}${oneLine(value)}`);
  const acts = facts.acts.length === 0 ? [] : ['', 'Operator actions:', writeTable(actColumns, facts.acts)];
  return { ok: true, text: [...lines, ...acts].join('\n'), data: { ...account, ...facts } };
}

const actColumns: readonly TableColumn<CustomerFacts['acts'][number]>[] = [
  { title: 'when (UTC)', of: ({ at }) => whenText(at) },
  { title: 'by', of: ({ actor }) => actor.slice('operator:'.length) },
  { title: 'what', of: ({ event }) => event.replaceAll('_', ' ') },
  {
    title: 'details',
    of: ({ details }) =>
      Object.entries(details)
        .map(([name, is]) => `${name}: ${String(is)}`)
        .join(', '),
  },
];

const documentWords = { '0': 'waiting', '1': 'processing', '2': 'approved', '3': 'rejected' } as const;

function referralLines(referral: CustomerFacts['referral']): [string, string][] {
  if (referral === null) return [['referred by', 'nobody']];
  return [
    ['referred by', `${referral.by} ${referral.email}`],
    ['counts for them', countsText(referral)],
  ];
}

function consentText({ autoConsentedAt, autoConsentedTo }: CustomerFacts): string {
  return autoConsentedAt ? `${autoConsentedTo ?? ''}, ${whenText(autoConsentedAt)} UTC` : 'no rule of auto trading';
}

function linesOf(account: AccountRow, facts: CustomerFacts, categories: readonly CategoryRow[]): [string, string][] {
  const { customLeverage, documents } = account;
  const leverages = Object.entries(customLeverage ?? {}).map(([name, indexes]) => {
    const list = categories.find((one) => one.name === name)?.leverages ?? [];
    return `${name}: ${indexes.map((index) => list[index] ?? '?').join(',') || 'none'}`;
  });
  const address = [account.street, account.zipCode, account.city, account.state].filter((part) => part !== null);
  const states = Object.entries(documents).map(([name, { status }]) => `${name} ${documentWords[status]}`);
  return [
    ['email', account.email],
    ['name', `${account.firstName} ${account.lastName}`],
    ['phone', account.phone ?? '–'],
    ['born', account.birthDate ?? '–'],
    ['address', address.join(', ') || '–'],
    ['since', `${whenText(account.createdAt)} UTC`],
    ['referral code', account.uniqid],
    ...referralLines(facts.referral),
    ['landed on', facts.sourcePage ?? '–'],
    ['source tag', facts.sourceTag ?? '–'],
    ['verified', account.verified ? 'yes' : 'no'],
    ['blocked', facts.blockedAt ? `since ${whenText(facts.blockedAt)} UTC` : 'no'],
    ['documents', states.join(', ') || 'none'],
    ['level', account.level ?? 'none'],
    ['PIN', account.pin ?? 'none'],
    ['permissions', categoryNames(categories, account.categoryIds)],
    ['leverages', leverages.join('; ') || 'all'],
    ['auto trading', account.autoTrading ? 'on' : 'off'],
    ['agreed to', consentText(facts)],
    ['second factor', account.secondFactorSince ? `on since ${whenText(account.secondFactorSince)} UTC` : 'off'],
    ['sessions', String(facts.sessions)],
    ['balance', money(facts.balanceMinor)],
    ['incl. bonus', money(facts.bonusMinor)],
    ['incl. credit', money(facts.creditMinor)],
    ['invested', `${money(facts.investedMinor)} in ${facts.openPositions} open positions`],
    ['reserved', money(facts.reservedMinor)],
  ];
}
