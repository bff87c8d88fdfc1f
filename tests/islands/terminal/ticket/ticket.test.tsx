import { expect } from 'vitest';
import { openPosition } from '../../../../src/lib/contract/endpoints.ts';
import { acknowledge } from '../../../../src/lib/contract/envelope.ts';
import { aPosition, terminal, test } from '../../../support/component/shown-terminal.tsx';

test('an order is sent as it was filled in, and its row appears', async ({ showTerminal }) => {
  const { connection } = await showTerminal();
  const { ticket, rows } = terminal();
  await ticket.getByLabelText('Amount').fill('100');
  await ticket.getByRole('button', { name: /^Buy/ }).click();
  await expect.poll(() => connection.emits.map(({ event }) => event)).toContain(openPosition.event);
  const order = connection.emits.find(({ event }) => event === openPosition.event);
  expect(order?.payload).toMatchObject({ symbol: 'BTCUSD', direction: 'buy', amount: 100, price: 60_010 });
  order?.answer(acknowledge(aPosition()));
  await expect.element(rows).toMatchTextContent(/BTCUSD/);
});
