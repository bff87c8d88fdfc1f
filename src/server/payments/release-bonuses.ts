import { writeAudit } from '../audit/audit-log.ts';
import type { Queries } from '../db/database.ts';
import type { LedgerEntry } from '../ledger/ledger-writer.ts';
import { postEntries } from '../ledger/ledger-writer.ts';
import { postBonusRelease } from '../ledger/posting-rules.ts';
import type { Runtime } from '../runtime.ts';
import { loadGivenBonuses } from './money-rows.ts';
import type { BonusRelease } from './rules/decide-release.ts';
import { decideReleases } from './rules/decide-release.ts';
import type { WithdrawingAccount } from './rules/decide-withdrawal.ts';

export interface BonusHolder {
  accountId: number;
  funds: WithdrawingAccount;
  /** How many times a bonus has to be traded before it is released as own money; null: never. */
  turnover: number | null;
}

/** The bonuses of an account that are due for release, but not yet released in the books. */
export async function dueReleases(
  queries: Queries,
  { accountId, funds: { bonusMinor }, turnover }: BonusHolder,
): Promise<BonusRelease[]> {
  if (turnover === null || bonusMinor === 0) return [];
  return decideReleases({ given: await loadGivenBonuses(queries, accountId), bonusMinor }, turnover);
}

/** The funds as they would be if every due bonus were released; writes nothing. */
export async function fundsWithReleases(queries: Queries, holder: BonusHolder): Promise<WithdrawingAccount> {
  const releases = await dueReleases(queries, holder);
  const dueMinor = releases.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return { ...holder.funds, bonusMinor: holder.funds.bonusMinor - dueMinor };
}

/**
 * Releases, as own money, the bonuses that have been traded often enough. Runs in the caller's database transaction,
 * which must hold the lock of the account. Each bonus is released once, with its own ledger entry and audit record.
 * Returns the funds afterwards.
 */
export async function releaseBonuses(
  connection: Queries,
  runtime: Pick<Runtime, 'now' | 'newId'>,
  holder: BonusHolder,
): Promise<WithdrawingAccount> {
  const { accountId } = holder;
  const at = new Date(runtime.now());
  const entries: LedgerEntry[] = [];
  let { funds } = holder;
  for (const release of await dueReleases(connection, holder)) {
    const posted = postBonusRelease(funds, { ...release, id: runtime.newId(), recordedAt: at, accountId });
    entries.push(posted.entry);
    funds = { ...funds, ...posted.funds };
    const details = { transaction: release.transactionId, amount_minor: release.amountMinor };
    const record = { id: runtime.newId(), at, event: 'bonus_released', actor: 'system', accountId } as const;
    await writeAudit(connection, { ...record, details });
  }
  if (entries.length > 0) await postEntries(connection, entries);
  return funds;
}
