import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Product } from '../support/product/start-product.ts';
import { makeDataFolder, startProduct } from '../support/product/start-product.ts';
import type { Measurement } from './measurement.ts';
import { amount } from './measurement.ts';
import { pinToCore } from './peers/pin-to-core.ts';
import type { ReturnFigures, ReturnOrder } from './peers/returning-readers.ts';

const wantedSockets = amount({ full: 10_000, smoke: 20 });
/** Each opens half of the sockets, because the number of open files per process is limited. */
const readerProcesses = 2;
const goalMs = 15_000;
const program = 'tests/bench/peers/plain-market-server.ts';
const metricsToken = 'a token of the bench';

/** As many sockets as a server may have open, less a reserve for its own files. */
function affordableSockets(): number {
  const limits = '/proc/self/limits';
  const found = existsSync(limits) ? /Max open files\s+(\d+)/.exec(readFileSync(limits, 'utf8'))?.[1] : undefined;
  return found === undefined ? wantedSockets : Math.min(wantedSockets, Number(found) - 500);
}

/** Seconds of CPU time that the server has used so far. */
async function cpuSeconds({ url }: Product): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(await answer.text())?.[1]);
}

async function sendBack(port: number, { sockets, arePinned }: { sockets: number; arePinned: boolean }) {
  const share = Math.ceil(sockets / readerProcesses);
  const readers = Array.from({ length: readerProcesses }, () =>
    fork(new URL('./peers/returning-readers.ts', import.meta.url), { execArgv: [] }),
  );
  if (arePinned) readers.forEach(({ pid }) => pinToCore(pid, 1));
  try {
    const answers = readers.map(async (reader) => ((await once(reader, 'message')) as [ReturnFigures])[0]);
    for (const reader of readers) reader.send({ port, sockets: share } satisfies ReturnOrder);
    const all = await Promise.all(answers);
    return {
      backMs: all.flatMap(({ backMs }) => backMs).sort((one, other) => one - other),
      failedTries: all.reduce((sum, { failedTries }) => sum + failedTries, 0),
      lost: all.reduce((sum, { lost }) => sum + lost, 0),
    };
  } finally {
    readers.forEach((reader) => reader.send('leave'));
  }
}

/** Ten thousand browsers that reconnect at the same instant after a restart, to a server on one core. */
export async function measure(): Promise<Measurement[]> {
  const sockets = affordableSockets();
  const data = await makeDataFolder();
  const product = await startProduct({ dataDir: data.path, program, env: { METRICS_TOKEN: metricsToken } });
  try {
    const arePinned = cpus().length > 1 && pinToCore(product.process.pid, 0);
    const before = await cpuSeconds(product);
    const { backMs, failedTries, lost } = await sendBack(Number(new URL(product.url).port), { sockets, arePinned });
    const cpu = (await cpuSeconds(product)) - before;
    const at = (share: number) => ((backMs[Math.floor((backMs.length - 1) * share)] ?? 0) / 1000).toFixed(1);
    const cores = arePinned ? 'the server on a core of its own' : 'not pinned to cores';
    return [
      {
        figure: `reconnect: ${sockets} price sockets back at once`,
        value: backMs.at(-1) ?? Number.NaN,
        unit: 'ms',
        goal: { most: goalMs },
        note: `${cores}; half of them after ${at(0.5)} s, 99 % after ${at(0.99)} s; ${failedTries} tries failed, ${lost} lost again; ${cpu.toFixed(1)} s of CPU, prices included`,
      },
    ];
  } finally {
    await product.stop('SIGKILL');
    await data.remove();
  }
}
