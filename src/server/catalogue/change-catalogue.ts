import { tellServerOfAll } from '../accounts/news/account-news.ts';
import type { AuditRecord } from '../audit/audit-log.ts';
import { writeAudit, writeAudits } from '../audit/audit-log.ts';
import { listCategories } from '../customers/customers-rows.ts';
import type { Queries } from '../db/database.ts';
import { longestLockWait } from '../db/lock-wait.ts';
import type { ChangedLeverages } from '../market/assets.ts';
import type { Market } from '../market/market.ts';
import type { OperatorParts } from '../operator/command.ts';
import type { CommandOutcome } from '../operator/outcome.ts';
import { whenText } from '../operator/outcome.ts';
import type { AssetChoice, NewAsset } from './catalogue-rows.ts';
import {
  findLastSuspension,
  insertAsset,
  insertCategory,
  lockAccountsWithOwnLeverages,
  lockLeverages,
  lockSpread,
  lockSuspensions,
  updateLeverages,
  updateSpread,
  updateSuspensions,
} from './catalogue-rows.ts';

/** What these commands need of a running server. */
export interface CatalogueLive {
  market: Pick<Market, 'feed' | 'assets' | 'changeAssets' | 'changeLeverages' | 'quotesOurSpreads'>;
}
export type CatalogueParts = OperatorParts<CatalogueLive>;

export const pointsOf = (spread: number) => Math.round(spread * 1e8) / 1e4;

const nextStart = 'This takes effect when the server next starts.';

/** Adds an asset and its audit record in one database transaction. */
export async function addAsset(
  parts: OperatorParts,
  { category, reason, ...asset }: Omit<NewAsset, 'categoryId'> & { category: string; reason: string },
): Promise<CommandOutcome> {
  return parts.database.transaction(async (connection) => {
    const categories = await listCategories(connection);
    const known = categories.find(({ name }) => name === category);
    if (!known) {
      return {
        ok: false,
        text: `There is no category ${category}. Categories: ${categories.map(({ name }) => name).join(', ')}.`,
      };
    }
    const isNew = await insertAsset(connection, { ...asset, categoryId: known.id });
    if (!isNew) return { ok: false, text: `The asset ${asset.symbol} already exists.` };
    await writeAudit(connection, {
      ...recordOf(parts, 'asset_added'),
      details: { symbol: asset.symbol, category, why: reason },
    });
    return { ok: true, text: `${asset.symbol} was added. ${nextStart}`, data: asset };
  }, longestLockWait);
}

/**
 * Changes the spread of an asset, a fraction of its rate, with its audit record, in one database transaction. If the
 * server sets the spreads itself, its feed uses the new one from the next quote on.
 */
export async function changeSpread(
  parts: CatalogueParts,
  { symbol, spread, reason }: { symbol: string; spread: number; reason: string },
): Promise<CommandOutcome> {
  const outcome = await parts.database.transaction(async (connection): Promise<CommandOutcome> => {
    const before = await lockSpread(connection, symbol);
    if (before === undefined) return { ok: false, text: `There is no asset ${symbol}.` };
    const [from, to] = [pointsOf(before), pointsOf(spread)];
    if (from === to) return { ok: false, text: `The spread of ${symbol} is already ${to}.` };
    await updateSpread(connection, symbol, spread);
    await writeAudit(connection, {
      ...recordOf(parts, 'asset_changed'),
      details: { symbol, what: 'spread', from, to, why: reason },
    });
    const text = `The spread of ${symbol}: ${from} → ${to} basis points. ${whenQuoted(parts, symbol)}`;
    return { ok: true, text, data: { symbol, from, to } };
  }, longestLockWait);
  if (outcome.ok) parts.live?.market.changeAssets([symbol], { quotedSpread: spread });
  return outcome;
}

function whenQuoted({ live }: CatalogueParts, symbol: string): string {
  if (!live?.market.assets.has(symbol)) return nextStart;
  if (live.market.quotesOurSpreads) return 'It applies from now on.';
  return `The feed ${live.market.feed.name} sets its own spreads, so this applies only to the simulated feed.`;
}

/** Adds a category and its audit record in one database transaction. */
export async function addCategory(
  parts: OperatorParts,
  { name, leverages, reason }: { name: string; leverages: number[]; reason: string },
): Promise<CommandOutcome> {
  return parts.database.transaction(async (connection) => {
    const isNew = await insertCategory(connection, { name, leverages });
    if (!isNew) return { ok: false, text: `The category ${name} already exists.` };
    const details = { category: name, leverages: leverages.join(','), why: reason };
    await writeAudit(connection, { ...recordOf(parts, 'category_added'), details });
    const text = `${name} was added. Existing customers can trade it once you allow it with customers permissions.`;
    return { ok: true, text, data: { name, leverages } };
  }, longestLockWait);
}

interface LeverageOrder {
  category: string;
  next: number[];
  reason: string;
}

/**
 * Changes the leverages of a category and customers' choices of them, with audit records, in one database transaction.
 * The running server applies the new leverages at once.
 */
export async function changeLeverages(parts: CatalogueParts, order: LeverageOrder): Promise<CommandOutcome> {
  const { database, live } = parts;
  const { category, next } = order;
  const traded = [...(live?.market.assets.values() ?? [])].filter(({ categoryName }) => categoryName === category);
  const symbols = traded.map(({ symbol }) => symbol);
  const applied: { change?: ChangedLeverages } = {};
  try {
    const outcome = await database.transaction(async (connection) => {
      const written = await writeLeverages(connection, parts, order);
      // Applied before the commit: an order that waits for a customer's lock must not use the new indexes with the old
      // list.
      if (written.ok) applied.change = live?.market.changeLeverages(symbols, next);
      return written;
    }, longestLockWait);
    applied.change?.tell();
    return outcome;
  } catch (fault) {
    applied.change?.takeBack();
    throw fault;
  }
}

async function writeLeverages(
  connection: Queries,
  parts: CatalogueParts,
  { category, next, reason }: LeverageOrder,
): Promise<CommandOutcome> {
  const before = await lockLeverages(connection, category);
  if (!before) return { ok: false, text: `There is no category ${category}.` };
  const [from, to] = [before.join(','), next.join(',')];
  if (from === to) return { ok: false, text: `The leverages of ${category} are already ${to}.` };
  await lockAccountsWithOwnLeverages(connection, category);
  const accountIds = await updateLeverages(connection, { category, before, next });
  const record = { ...recordOf(parts, 'category_changed'), details: { category, from, to, why: reason } };
  const details = { what: `leverage of ${category}`, to, why: reason };
  const ofCustomer = (accountId: number) => ({ ...recordOf(parts, 'customer_changed'), accountId, details });
  // All of these customers stay locked until the commit, so the number of SQL statements must not grow with their
  // number.
  await writeAudits(connection, [record, ...accountIds.map(ofCustomer)]);
  await tellServerOfAll(connection, accountIds);
  const also = accountIds.length === 0 ? '' : ` Customers with custom leverages: ${accountIds.length}.`;
  return { ok: true, text: `The leverages of ${category}: ${from} → ${to}.${also}`, data: { category, from, to } };
}

function recordOf({ runtime, actor }: OperatorParts, event: AuditRecord['event']) {
  return { id: runtime.newId(), at: new Date(runtime.now()), event, actor } as const;
}

/** What to suspend or resume, and why. */
export interface SuspensionOrder {
  choice: AssetChoice;
  reason: string;
  isSuspended: boolean;
}

/**
 * Suspends or resumes assets, with an audit record for each, in one database transaction; the running server refuses
 * new positions at once and updates open browsers. Open positions stay, and close as usual. If two operators act at
 * once, the second is told who was first.
 */
export async function suspendAssets(parts: CatalogueParts, order: SuspensionOrder): Promise<CommandOutcome> {
  const { database, live } = parts;
  const { choice, isSuspended } = order;
  const done = await database.transaction(async (connection) => {
    const found = await lockSuspensions(connection, choice);
    const symbols = found
      .filter(({ suspendedAt }) => (suspendedAt !== null) !== isSuspended)
      .map(({ symbol }) => symbol);
    if (symbols.length === 0)
      return { symbols, text: await whyNot(connection, { ...order, now: parts.runtime.now() }, found[0]) };
    await writeSuspension(connection, parts, { ...order, symbols });
    return { symbols, text: `${isSuspended ? 'Suspended' : 'Resumed'}: ${symbols.join(', ')}.` };
  }, longestLockWait);
  const { symbols, text } = done;
  if (symbols.length === 0) return { ok: false, text };
  live?.market.changeAssets(symbols, { isSuspended });
  return { ok: true, text, data: { symbols, suspended: isSuspended } };
}

async function writeSuspension(
  connection: Queries,
  { runtime, actor }: OperatorParts,
  { symbols, reason, isSuspended }: SuspensionOrder & { symbols: readonly string[] },
): Promise<void> {
  const at = new Date(runtime.now());
  const event = isSuspended ? 'asset_suspended' : 'asset_resumed';
  await updateSuspensions(connection, { symbols, suspendedAt: isSuspended ? at : null });
  for (const symbol of symbols) {
    await writeAudit(connection, { id: runtime.newId(), at, event, actor, details: { symbol, why: reason } });
  }
}

const aDayMs = 86_400_000;

async function whyNot(
  connection: Queries,
  { choice, isSuspended, now }: SuspensionOrder & { now: number },
  first: { symbol: string; suspendedAt: Date | null } | undefined,
): Promise<string> {
  const name = 'symbol' in choice ? choice.symbol : choice.category;
  if (first === undefined) return 'symbol' in choice ? `There is no asset ${name}.` : `There is no asset in ${name}.`;
  const { symbol, suspendedAt } = first;
  // A suspended asset stores the instant at which it was suspended. A resumed one does not; only the last day is
  // searched, because the answer only matters to an operator who has just tried to resume it too.
  const [from, to] = suspendedAt ? [suspendedAt, suspendedAt] : [new Date(now - aDayMs), new Date(now)];
  const last = await findLastSuspension(connection, { symbol, from, to });
  const by = last ? ` by ${last.actor.slice('operator:'.length)}, ${whenText(last.at)} UTC` : '';
  if (isSuspended) return `${name} was already suspended${by}.`;
  return last ? `${name} was already resumed${by}.` : `${name} is not suspended.`;
}
