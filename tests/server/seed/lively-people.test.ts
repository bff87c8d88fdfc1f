import { expect, it } from 'vitest';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';
import { seedAssets } from '../../../src/server/seed/asset-list.ts';
import { positionPlans } from '../../../src/server/seed/demo-positions.ts';
import { longTradePlans, tradePlans } from '../../../src/server/seed/demo-trades.ts';
import { seed } from '../../../src/server/seed/seed.ts';
import { openTestDatabase } from '../../support/test-database.ts';

const options = { runtime: systemRuntime, feedName: 'simulated', demoData: true, seedHistory: 'full' } as const;
// Only the assets that the demo people trade: a year of all of them takes seconds.
const symbols = new Set([...tradePlans, ...longTradePlans, ...positionPlans].map(({ symbol }) => symbol));
const traded = seedAssets.filter(({ symbol }) => symbols.has(symbol));
const openingRates = new Map(traded.map(({ symbol, referenceRate }) => [symbol, referenceRate]));

it('the demo people of a full history have open positions, closed ones of every reason, a message and a rejected document, and books that agree', async () => {
  const own = await openTestDatabase();
  const ownRows = async (text: string) => (await own.query<Record<string, unknown>>(text)).rows;
  await seed(own, { ...options, openingRates });
  const demo = `select balance_minor, invested_minor, open_positions from accounts where email = 'demo@example.com'`;
  expect(await ownRows(demo)).toEqual([{ balance_minor: 1_000_000, invested_minor: 240_000, open_positions: 6 }]);
  const open = await ownRows(
    `select leverage = any (leverages) and opened_at < now() as allowed, category_id from positions
     join assets using (symbol) join asset_categories c on c.id = category_id where closed_at is null`,
  );
  expect(open.map(({ allowed }) => allowed)).toEqual(Array.from({ length: 6 }, () => true));
  expect(new Set(open.map(({ category_id: id }) => id)).size).toBe(4);
  const reasons = await ownRows('select distinct closing_reason as reason from positions where closed_at is not null');
  expect(reasons.map(({ reason }) => reason).sort()).toEqual([0, 1, 2, 3, 4]);
  expect(await ownRows('select closing_reason from positions where auto')).toEqual([{ closing_reason: 4 }]);
  const unread = `select email from popups join accounts a on a.id = account_id where withdrawn_at is null`;
  expect(await ownRows(unread)).toEqual([{ email: 'demo@example.com' }]);
  const [{ documents } = {}] = await ownRows(`select documents from accounts where email = 'new@example.com'`);
  expect(documents).toMatchObject({
    doc_address: { status: '3', note: expect.stringMatching(/three months/) as string },
  });
  const notices = await ownRows(
    `select email, code, count(*)::int as count, bool_or(mail_due_at is not null or read_at is not null) as handled
     from notices join accounts a on a.id = account_id group by 1, 2 order by 1, 2`,
  );
  // Which positions were closed by their levels lately depends on the prices, which are not the same every time.
  expect(notices.filter(({ code }) => !['stop_loss', 'take_profit', 'low_margin'].includes(String(code)))).toEqual([
    { email: 'demo@example.com', code: 'deposit_received', count: 1, handled: false },
    { email: 'demo@example.com', code: 'withdrawal_sent', count: 1, handled: false },
    { email: 'new@example.com', code: 'document_rejected', count: 1, handled: false },
  ]);
  expect(notices.filter(({ handled }) => handled)).toEqual([]);
  const proof = await verifyLedger(own);
  expect(proof.results.flatMap(({ examples }) => examples)).toEqual([]);
  await own.close();
}, 120_000);
