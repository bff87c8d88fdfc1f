import type { Random } from '../../../src/server/market/random.ts';
import { createSeededRandom } from '../../../src/server/market/random.ts';
import type { Line } from './recorded-hour.ts';

/** What customers do in the hour, and when: after all quotes of a step of the clock. */
export type Act = OpenAct | UpdateAct | CloseAct;

interface When {
  step: number;
  /** The account that acts, by its number in the run. */
  account: number;
  /** The position, by the number of the act that is to open it. */
  position: number;
}

export interface OpenAct extends When {
  kind: 'open';
  symbol: string;
  direction: 'buy' | 'sell';
  amountMinor: number;
  leverage: number;
  /** What the trader saw. */
  price: number;
  takeProfit: number | null;
  stopLoss: number | null;
  /** An operator exempts it from closing at the termination price as soon as it is open. */
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

/** None, or a level 0.02 to 0.5 % from a rate, on the right side of it but for one in forty. */
function drawLevel(random: Random, rate: number, side: 1 | -1): number | null {
  if (chance(random, 0.3)) return null;
  const distance = 0.0002 + 0.0048 * random() ** 2;
  const level = rate * (1 + distance * (chance(random, 0.025) ? -side : side));
  return Number(level.toFixed(rate < 10 ? 5 : rate < 1000 ? 3 : 2));
}

interface Drawing extends Pick<Plan, 'stepMs' | 'leverages'> {
  random: Random;
  /** The lines of the symbol. */
  lines: readonly Line[];
  account: number;
  position: number;
}

const drawIndex = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from));

/** The first step of the clock at whose end the line has been played. */
const stepOf = (line: Line, stepMs: number) => Math.ceil((line.offsetMs + 1) / stepMs);

/** What the line says of a closing rate, and on which side of it a position gains. */
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

/** Perhaps closed by hand, perhaps given another level, both at one later quote. */
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

/**
 * Random orders at random quotes; some of them get other levels later, and some are closed by hand. In the order of
 * time.
 */
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
  // Stable: what falls into one step keeps its order, so that a position is opened before it is changed.
  return acts.flat().sort((a, b) => a.step - b.step);
}
