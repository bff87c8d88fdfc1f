import { typeIds } from '../../../lib/transactions/transaction-types.ts';
import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { GivenBonus } from '../rules/decide-release.ts';

const given = statement(
  'bonuses-given',
  `with given as (
     select t.id, t.amount_minor, e.recorded_at, lead(e.recorded_at) over (order by e.recorded_at, t.id) as next_at
     from transactions t join ledger_entries e on e.business_key = 'bonus:' || t.id
     where t.account_id = :accountId and t.type_id in (${typeIds.bonus}, ${typeIds.bonusCorrection}) and t.status = 'approved'
   )
   select g.id as "transactionId", g.amount_minor as "amountMinor",
     exists (select from ledger_entries r where r.business_key = 'bonus-released:' || g.id) as "isReleased",
     coalesce((
       select sum(p.amount_minor * p.leverage) from positions p
       where p.account_id = :accountId and p.closed_at >= g.recorded_at and (g.next_at is null or p.closed_at < g.next_at)
     ), 0)::bigint as "volumeMinor"
   from given g order by g.recorded_at, g.id`,
);

/** The bonuses of an account that took effect, with their corrections, in order, and the volume traded after each. */
export function loadGivenBonuses(queries: Queries, accountId: number): Promise<GivenBonus[]> {
  return given.rows(queries, { accountId });
}
