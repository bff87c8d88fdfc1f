import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import type { Socket } from 'socket.io-client';
import { io } from 'socket.io-client';
import type { Position } from '../../src/lib/contract/entities.ts';
import type { Acknowledgement } from '../../src/lib/contract/envelope.ts';
import { seedAssets } from '../../src/server/seed/asset-list.ts';
import { firstPrice } from '../support/order-stream.ts';
import type { Product } from '../support/product/start-product.ts';
import { makeDataFolder, startProduct } from '../support/product/start-product.ts';
import type { Measurement } from './measurement.ts';
import { amount } from './measurement.ts';
import { needPostgres } from './peers/postgres-cluster.ts';

/**
 * Orders of the customer during each attack. As many are sent undisturbed: half of them before the attacks, half after.
 */
const orders = amount({ full: 1_000, smoke: 20 });
/** Pause between orders: fewer than 100 a second, which is the limit of an account. */
const apartMs = 10;
/** After this time the attack is at full speed, and the server has recognised the attackers. */
const warmUpMs = amount({ full: 3_000, smoke: 500 });
const attackingSockets = amount({ full: 100, smoke: 10 });
/** The first customer trades, the others attack. */
const attackers = 10;

const price = seedAssets.find(({ symbol }) => symbol === 'BTCUSD')?.referenceRate ?? 0;
const pass = (ms: number) => new Promise((passed) => setTimeout(passed, ms));

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function ask(socket: Socket, event: string, payload: object): Promise<Position> {
  const answer = (await socket.emitWithAck(event, payload)) as Acknowledgement<Position>;
  if (answer.error) throw new Error(`The customer's order was refused: ${answer.code}`);
  return answer.data;
}

/** Opens and closes a position repeatedly; returns how long each order took, in milliseconds. */
async function trade(socket: Socket, count: number): Promise<number[]> {
  const waits: number[] = [];
  const timed = async (event: string, payload: object) => {
    await pass(apartMs);
    const sentAt = performance.now();
    const position = await ask(socket, event, payload);
    waits.push(performance.now() - sentAt);
    return position;
  };
  const order = { symbol: 'BTCUSD', direction: 'buy', amount: 10, leverage: 1, price };
  while (waits.length < count) {
    const { id } = await timed('openPosition', order);
    await timed('closePosition', { id, price });
  }
  return waits;
}

interface Attacked {
  waits: number[];
  note: string;
}

/** Trades while the sockets of these accounts close made-up positions. */
async function tradeUnderAttack(url: string, socket: Socket, tokens: readonly string[]): Promise<Attacked> {
  const env = { ...process.env, URL: url, TOKENS: JSON.stringify(tokens), SOCKETS: String(attackingSockets) };
  const child = fork('tests/bench/peers/order-flooders.ts', { env, execArgv: [] });
  // Real attackers run on other machines. Here they get only the CPU time that the server and the customer leave.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  await pass(warmUpMs);
  const startedAt = performance.now();
  const waits = await trade(socket, orders);
  const seconds = (warmUpMs + performance.now() - startedAt) / 1_000;
  child.send('end');
  const [counts] = (await once(child, 'message')) as [{ answers: number; refused: number; notLetIn: number }];
  await once(child, 'exit');
  const perSecond = Math.round(counts.answers / seconds);
  return { waits, note: `attackers had ${perSecond} answers/s; ${counts.notLetIn} handshakes were refused` };
}

async function measureOn(product: Product, where: string): Promise<Measurement[]> {
  const line = product.log.find((text) => text.startsWith('{"url"')) ?? '{}';
  const { url, tokens } = JSON.parse(line) as { url: string; tokens: string[] };
  const [own = '', ...others] = tokens;
  const socket = io(url, { transports: ['websocket'], query: { token: own } });
  await new Promise((resolve) => socket.once('connect', () => resolve(null)));
  const prices = io(`${url}/prices`, { transports: ['websocket'], forceNew: true });
  await firstPrice(prices);
  prices.close();
  await trade(socket, orders / 2);
  const quiet = await trade(socket, orders / 2);
  const byOne = await tradeUnderAttack(url, socket, others.slice(0, 1));
  const bySeveral = await tradeUnderAttack(url, socket, others);
  quiet.push(...(await trade(socket, orders / 2)));
  socket.close();
  const baseline = (share: number) => ({ name: 'quiet', value: quantile(quiet, share) });
  return [
    { of: byOne, by: `${attackingSockets} sockets of one account` },
    { of: bySeveral, by: `${attackingSockets} sockets of ${attackers} accounts` },
  ].flatMap(({ of: { waits, note }, by }) => [
    {
      figure: `wait for an order ${where}, ${by}, p50`,
      value: quantile(waits, 0.5),
      unit: 'ms',
      baseline: baseline(0.5),
    },
    {
      ...{ figure: `wait for an order ${where}, ${by}, p99`, value: quantile(waits, 0.99), unit: 'ms' },
      ...{ baseline: baseline(0.99), goal: { mostRatio: 2 }, note },
    },
  ]);
}

async function measureWith(where: string, env: Record<string, string>): Promise<Measurement[]> {
  const folder = await makeDataFolder();
  const program = 'tests/bench/peers/order-flood-server.ts';
  const everything = { ...env, CUSTOMERS: String(attackers + 1), DEMO_DATA: 'off' };
  const product = await startProduct({ dataDir: folder.path, program, env: everything });
  try {
    return await measureOn(product, where);
  } finally {
    await product.stop();
    await folder.remove();
  }
}

/**
 * How long a customer waits for an order while others flood the server with closes of made-up positions, compared with
 * an undisturbed server. Server, attackers and customer are three processes.
 */
export async function measure(): Promise<Measurement[]> {
  const cluster = await needPostgres();
  try {
    const embedded = await measureWith('on PGlite', {});
    return [...embedded, ...(await measureWith('on PostgreSQL', { DATABASE_URL: cluster.url }))];
  } finally {
    await cluster.stop();
  }
}
