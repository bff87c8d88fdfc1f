import { typeIds } from '../../../lib/transactions/transaction-types.ts';
import type { Queries } from '../../db/database.ts';
import type { GivenBonus } from '../rules/decide-release.ts';

/** The bonuses of an account that took effect, and corrections of them, in that order, with what was traded after each. */
export async function loadGivenBonuses(queries: Queries, accountId: number): Promise<GivenBonus[]> {
  const { rows } = await queries.query<GivenBonus>({
    name: 'bonuses-given',
    text: `with given as (
        select t.id, t.amount_minor, e.recorded_at, lead(e.recorded_at) over (order by e.recorded_at, t.id) as next_at
        from transactions t join ledger_entries e on e.business_key = 'bonus:' || t.id
        where t.account_id = $1 and t.type_id in (${typeIds.bonus}, ${typeIds.bonusCorrection}) and t.status = 'approved'
      )
      select g.id::text as "transactionId", g.amount_minor as "amountMinor",
        exists (select from ledger_entries r where r.business_key = 'bonus-released:' || g.id) as "isReleased",
        coalesce((
          select sum(p.amount_minor * p.leverage) from positions p
          where p.account_id = $1 and p.closed_at >= g.recorded_at and (g.next_at is null or p.closed_at < g.next_at)
        ), 0)::bigint as "volumeMinor"
      from given g order by g.recorded_at, g.id`,
    values: [accountId],
  });
  return rows;
}
