import type { Random } from '../../../src/server/market/random.ts';
import { createSeededRandom } from '../../../src/server/market/random.ts';
import type { Line } from './recorded-hour.ts';

/** What a customer does during the hour. An act happens at the end of a clock step, after all of the step's quotes. */
export type Act = OpenAct | UpdateAct | CloseAct;

interface When {
  step: number;
  /** The number of the account that acts. */
  account: number;
  /** The number of the position, which is the number of the act that opens it. */
  position: number;
}

export interface OpenAct extends When {
  kind: 'open';
  symbol: string;
  direction: 'buy' | 'sell';
  amountMinor: number;
  leverage: number;
  /** The price that the trader saw. */
  price: number;
  takeProfit: number | null;
  stopLoss: number | null;
  /** An operator exempts the position from closing at the termination price as soon as it is open. */
  protected: boolean;
}

export interface UpdateAct extends When {
  kind: 'update';
  change: { takeProfit?: number | null; stopLoss?: number | null };
}

export interface CloseAct extends When {
  kind: 'close';
  price: number;
}

export interface Plan {
  lines: readonly Line[];
  stepMs: number;
  count: number;
  accounts: number;
  leverages: (symbol: string) => readonly number[];
  seed: number;
}

const chance = (random: Random, share: number) => random() < share;
const oneOf = <Item>(random: Random, items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;

/** No level, or one 0.02 to 0.5 % from the rate; one in forty is on the wrong side. */
function drawLevel(random: Random, rate: number, side: 1 | -1): number | null {
  if (chance(random, 0.3)) return null;
  const distance = 0.0002 + 0.0048 * random() ** 2;
  const level = rate * (1 + distance * (chance(random, 0.025) ? -side : side));
  return Number(level.toFixed(rate < 10 ? 5 : rate < 1000 ? 3 : 2));
}

interface Drawing extends Pick<Plan, 'stepMs' | 'leverages'> {
  random: Random;
  /** The rows of the symbol. */
  lines: readonly Line[];
  account: number;
  position: number;
}

const drawIndex = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from));

/** The first clock step at whose end the row has been played. */
const stepOf = (line: Line, stepMs: number) => Math.ceil((line.offsetMs + 1) / stepMs);

/** The row's closing rate, and in which direction it must move for the position to gain. */
const closingSide = (line: Line, direction: 'buy' | 'sell') =>
  direction === 'buy' ? ({ rate: line.bid, gains: 1 } as const) : ({ rate: line.ask, gains: -1 } as const);

function drawOpen({ random, lines, account, position, stepMs, leverages }: Drawing, at: number): OpenAct {
  const line = lines[at] as Line;
  const { symbol, bid, ask } = line;
  const direction = oneOf(random, ['buy', 'sell'] as const);
  const { rate, gains } = closingSide(line, direction);
  return {
    ...{ kind: 'open', step: stepOf(line, stepMs), account, position, symbol, direction },
    amountMinor: 100 + Math.floor(random() ** 3 * 200_000),
    leverage: oneOf(random, leverages(symbol)),
    price: (direction === 'buy' ? ask : bid) * (chance(random, 0.01) ? 1.01 : 1),
    takeProfit: drawLevel(random, rate, gains),
    stopLoss: drawLevel(random, rate, gains === 1 ? -1 : 1),
    protected: chance(random, 0.25),
  };
}

/** At one later quote, perhaps changes a level and perhaps closes by hand. */
function drawLater(
  { random, lines, account, position, stepMs }: Drawing,
  openAt: number,
  { direction }: OpenAct,
): Act[] {
  const line = lines[drawIndex(random, openAt, lines.length)] as Line;
  const when = { step: stepOf(line, stepMs), account, position };
  const { rate, gains } = closingSide(line, direction);
  const change = chance(random, 0.5)
    ? { takeProfit: drawLevel(random, rate, gains) }
    : { stopLoss: drawLevel(random, rate, gains === 1 ? -1 : 1) };
  return [
    ...(chance(random, 0.3) ? [{ ...when, kind: 'update', change } as const] : []),
    ...(chance(random, 0.2) ? [{ ...when, kind: 'close', price: rate } as const] : []),
  ];
}

/** Random orders at random quotes; later, some get other levels and some are closed by hand. Sorted by time. */
export function drawActs({ lines, stepMs, count, accounts, leverages, seed }: Plan): Act[] {
  const random = createSeededRandom(seed);
  const bySymbol = Map.groupBy(lines, ({ symbol }) => symbol);
  const symbols = [...bySymbol.keys()].sort();
  const acts = Array.from({ length: count }, (_, position): Act[] => {
    const ownLines = bySymbol.get(oneOf(random, symbols)) ?? [];
    const account = drawIndex(random, 0, accounts);
    const drawing = { random, lines: ownLines, account, position, stepMs, leverages };
    const openAt = drawIndex(random, 0, ownLines.length);
    const open = drawOpen(drawing, openAt);
    return [open, ...drawLater(drawing, openAt, open)];
  });
  // The sort is stable: acts of one step keep their order, so a position is opened before it is changed.
  return acts.flat().sort((a, b) => a.step - b.step);
}
