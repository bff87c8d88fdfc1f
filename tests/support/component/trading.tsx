import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { openPosition, updatePosition } from '../../../src/lib/contract/endpoints.ts';
import type { EmitName, EmitTo } from '../../../src/lib/contract/emits.ts';
import type { Position, PriceMap } from '../../../src/lib/contract/entities.ts';
import { acknowledge, acknowledgeProblem } from '../../../src/lib/contract/envelope.ts';
import type { FakeSocket } from './fake-socket.ts';
import { aPosition, prices } from './shown-terminal.tsx';

/** The server's part in trading tests, and the parts of the screen that they name. */

export const fold = 'Stop loss and take profit';

/** Levels far from the price, which is 60,000. */
export const far = { below: '1000', above: '900000' };

/** The error for a level on the wrong side of the price, with the rate that the direction closes at. */
export const wrongOf = {
  Buy: { below: "Can't be lower than 60,000.00", above: "Can't be higher than 60,000.00" },
  Sell: { below: "Can't be lower than 60,010.00", above: "Can't be higher than 60,010.00" },
} as const;

/** The payloads sent by an emit, oldest first. */
export function sentBy<Name extends EmitName>(connection: FakeSocket, { event }: Name): EmitTo<Name>['payload'][] {
  return connection.emits
    .filter((emit) => emit.event === event)
    .map(({ payload }) => payload as EmitTo<Name>['payload']);
}

type Order = Pick<Position, 'symbol' | 'direction' | 'amount' | 'leverage' | 'stop_lost' | 'take_profit'>;

/** Fills every order from now on, at the price that the customer saw. */
export function fillOrders(connection: FakeSocket): void {
  connection.answer(openPosition.event, (payload) => {
    const { symbol, direction, amount, leverage, stop_lost, take_profit, price } = payload as Order & { price: number };
    const order = { symbol, direction, amount, leverage, stop_lost, take_profit, open_rate: price };
    return acknowledge(aPosition({ ...order, id: crypto.randomUUID(), open_date: new Date().toISOString() }));
  });
}

/** Accepts every change of a position's levels from now on. */
export function keepLevels(connection: FakeSocket, position: Position): void {
  let kept = position;
  connection.answer(updatePosition.event, (payload) => {
    kept = { ...kept, ...(payload as Pick<Position, 'stop_lost' | 'take_profit'>) };
    return acknowledge(kept);
  });
}

/** Refuses a stop loss because the server's price has passed it: in English, with the field's name. */
export const refusedStopLoss = acknowledgeProblem({
  code: 'VALIDATION',
  fields: { stop_lost: "Can't be higher than 1.00" },
});

/** The prices, with a different quote for Bitcoin. */
export const quoted = (buy: number, sell = 60_000): PriceMap => ({ ...prices, BTCUSD: { buy, sell } });

/** The parts of a level's cell. */
export function cellOf(row: Locator, level: 'Stop loss' | 'Take profit') {
  const cell = row.getByCss(level === 'Stop loss' ? '[data-column="stopLoss"]' : '[data-column="takeProfit"]');
  return {
    button: cell.getByRole('button', { name: new RegExp(`${level} for BTCUSD`) }),
    input: cell.getByRole('textbox', { name: `${level} for BTCUSD` }),
    message: cell.getByCss('[aria-live="polite"]'),
    remove: cell.getByRole('button', { name: 'Remove' }),
    save: cell.getByRole('button', { name: 'Save' }),
  };
}

/**
 * Expects that the form in a cell is closed. The focus returns a moment earlier: a button pressed right then would
 * still belong to the open form.
 */
export async function expectShut(cell: ReturnType<typeof cellOf>): Promise<void> {
  await expect.element(cell.input).not.toBeInTheDocument();
  await expect.element(cell.button).toHaveAttribute('aria-expanded', 'false');
}
