import { expect, test } from 'vitest';
import type { Position } from '../../src/lib/contract/entities.ts';
import { createTestApp, emitTo } from '../support/test-app.ts';
import { openTestDatabase } from '../support/test-database.ts';

const order = { symbol: 'BTCUSD', direction: 'buy', amount: 1, leverage: 1, price: 96_010 };
const countOpen = 'select count(*) as count from positions where closed_at is null';

test('customers who trade until the server is gone learn of everything that was carried out', async () => {
  const database = await openTestDatabase({ template: 'seeded' });
  const shop = await createTestApp({ database });
  const { accessToken } = await shop.logIn();
  shop.feed.quote('BTCUSD', 96_000, 96_010);
  const sockets = await Promise.all([0, 1, 2].map(() => shop.customerSocket(accessToken)));
  let accepted = 0;
  const trade = async (socket: (typeof sockets)[number]): Promise<string> => {
    for (;;) {
      const answer = await emitTo<Position>(socket, 'openPosition', order).catch(() => null);
      if (answer === null) return 'cut off';
      if (answer.error) return answer.code;
      accepted += 1;
    }
  };
  const ends = sockets.flatMap((socket) => [trade(socket), trade(socket), trade(socket)]);
  await expect.poll(() => accepted).toBeGreaterThan(5);
  await shop.app.close();
  for (const end of await Promise.all(ends)) expect(['UNAVAILABLE', 'cut off']).toContain(end);
  const { rows } = await database.query<{ count: number }>(countOpen);
  expect(rows[0]?.count).toBe(accepted);
  await shop.close();
  await database.close();
});
