import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Measurement } from './measurement.ts';
import { amount } from './measurement.ts';
import type { ReadersMessage, ReadersOrder } from './peers/frame-readers.ts';
import type { FrameSender } from './peers/frame-senders.ts';
import { startBareBroadcast, startPriceSocket, symbolCount } from './peers/frame-senders.ts';
import { pinToCore } from './peers/pin-to-core.ts';

const wantedSockets = amount({ full: 5000, smoke: 50 });
const warmUpMs = amount({ full: 3_000, smoke: 300 });
const measuredMs = amount({ full: 5_000, smoke: 500 });
const rounds = amount({ full: 3, smoke: 1 });

/** As many sockets as this process may have open, less a reserve for its own files. */
function affordableSockets(): number {
  const limits = '/proc/self/limits';
  const found = existsSync(limits) ? /Max open files\s+(\d+)/.exec(readFileSync(limits, 'utf8'))?.[1] : undefined;
  return found === undefined ? wantedSockets : Math.min(wantedSockets, Number(found) - 200);
}

async function answer<Kind extends ReadersMessage['kind']>(child: ChildProcess, kind: Kind) {
  const [message] = (await once(child, 'message')) as [ReadersMessage];
  if (message.kind !== kind) throw new Error(`Readers said ${message.kind}, expected ${kind}`);
  return message as Extract<ReadersMessage, { kind: Kind }>;
}

const pass = (ms: number) => new Promise((passed) => setTimeout(passed, ms));

interface Figures {
  cpuMicroseconds: number;
  p50Ms: number;
  p99Ms: number;
  perSecond: number;
  /** CPU use of each side's core, 0 to 1. */
  serverShare: number;
  readersShare: number;
}

async function measureSender(
  start: () => Promise<FrameSender>,
  { sockets, coreEach }: { sockets: number; coreEach: boolean },
): Promise<Figures> {
  const { port, path, stop } = await start();
  const readers = fork(new URL('./peers/frame-readers.ts', import.meta.url), { execArgv: [] });
  if (coreEach && !pinToCore(readers.pid, 1)) throw new Error('The readers could not be pinned to a core of their own');
  readers.send({ port, path, sockets } satisfies ReadersOrder);
  await answer(readers, 'connected');
  await pass(warmUpMs);
  readers.send('read');
  const before = process.cpuUsage();
  await pass(measuredMs);
  const { user, system } = process.cpuUsage(before);
  readers.send('stop');
  const { messages, p50Ms, p99Ms, cpuMicroseconds: readersCpu, lost } = await answer(readers, 'read');
  if (lost > 0) throw new Error(`${lost} of ${sockets} readers lost their connection`);
  readers.send('leave');
  await once(readers, 'exit');
  stop();
  return {
    cpuMicroseconds: (user + system) / messages,
    ...{ p50Ms, p99Ms, perSecond: (messages / measuredMs) * 1000 },
    serverShare: (user + system) / measuredMs / 1000,
    readersShare: readersCpu / measuredMs / 1000,
  };
}

/** The median of each figure over the rounds. */
function medians(all: Figures[]): Figures {
  const middle = (figure: keyof Figures) =>
    all.map((round) => round[figure]).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
  return {
    cpuMicroseconds: middle('cpuMicroseconds'),
    p50Ms: middle('p50Ms'),
    p99Ms: middle('p99Ms'),
    perSecond: middle('perSecond'),
    serverShare: middle('serverShare'),
    readersShare: middle('readersShare'),
  };
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

function shares({ serverShare, readersShare }: Figures): string {
  return `server ${percent(serverShare)} of its core, readers ${percent(readersShare)} of theirs`;
}

/** Price updates to five thousand readers, ten a second each, compared with a bare broadcast of the same text. */
export async function measure(): Promise<Measurement[]> {
  const sockets = affordableSockets();
  const coreEach = cpus().length > 1 && pinToCore(process.pid, 0);
  const setting = { sockets, coreEach };
  const rivals = { bare: [] as Figures[], product: [] as Figures[] };
  // Interleaved, so that other load on the machine affects both alike.
  for (let round = 0; round < rounds; round++) {
    rivals.bare.push(await measureSender(startBareBroadcast, setting));
    rivals.product.push(await measureSender(startPriceSocket, setting));
  }
  const [bare, product] = [medians(rivals.bare), medians(rivals.product)];
  const name = 'bare ws broadcast';
  const cores = coreEach ? 'a core each' : 'not pinned to cores';
  const conditions = `${sockets} sockets, ${symbolCount} symbols, ${cores}`;
  const limit = product.readersShare > product.serverShare ? 'the readers were' : 'the server was';
  return [
    {
      figure: 'price frames: server CPU a message',
      value: product.cpuMicroseconds,
      unit: 'µs',
      baseline: { name, value: bare.cpuMicroseconds },
      note: `${conditions}, ${Math.round(product.perSecond)} messages/s (bare ${Math.round(bare.perSecond)}); ${shares(product)}`,
    },
    {
      figure: 'price frames: p99 from quote to client',
      value: product.p99Ms,
      unit: 'ms',
      baseline: { name, value: bare.p99Ms },
      note: `quoted as the frame is due; p50 ${product.p50Ms.toFixed(1)} ms (bare ${bare.p50Ms.toFixed(1)} ms); ${limit} the busier`,
    },
  ];
}
