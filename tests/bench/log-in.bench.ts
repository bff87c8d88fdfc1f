import { io } from 'socket.io-client';
import { login } from '../../src/lib/contract/calls.ts';
import { makeDataFolder, startProduct } from '../support/product/start-product.ts';
import type { Measurement } from './measurement.ts';
import { amount } from './measurement.ts';

const tries = amount({ full: 200, smoke: 4 });
const rounds = amount({ full: 10, smoke: 1 });
/** Number of concurrent log-ins, each as from a browser of its own. */
const atOnce = 10;
/**
 * Log-ins of each browser in a round: enough to span several price updates, and over all rounds below the hourly limit
 * of an account.
 */
const timesEach = amount({ full: 5, smoke: 2 });
const program = 'tests/bench/peers/log-in-server.ts';
const right = { email: 'demo@example.com', password: 'demo1234' };
const another = { email: 'new@example.com', password: 'demo1234' };
type LogInBody = typeof right & { device?: string };

/** Number of wrong log-ins, and how many of them run concurrently: more than the hash queue accepts. */
const guesses = amount({ full: 1_000, smoke: 100 });
const guessesAtOnce = 80;

let networks = 0;
/** An address in a network that was not used before, so that no limit applies. */
function freshAddress(): string {
  networks += 1;
  return `10.${Math.floor(networks / 250)}.${networks % 250}.1`;
}

/** Milliseconds until the whole response has arrived. Throws if the status is not the expected one. */
async function logIn(url: string, body: LogInBody, expected: number): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${url}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  if (response.status !== expected) throw new Error(`A log-in was answered with ${response.status}`);
  return performance.now() - startedAt;
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The longest gap between two price updates while `meanwhile` runs. */
async function longestGap(url: string, meanwhile: () => Promise<unknown>): Promise<number> {
  const socket = io(`${url}/prices`, { transports: ['websocket'], forceNew: true });
  await new Promise((resolve) => socket.once('prices', resolve));
  let lastAt = performance.now();
  let longest = 0;
  const note = () => {
    const now = performance.now();
    longest = Math.max(longest, now - lastAt);
    lastAt = now;
  };
  socket.on('prices', note);
  await meanwhile();
  note();
  socket.close();
  return longest;
}

const pass = (ms: number) => new Promise((passed) => setTimeout(passed, ms));

async function measureFrames(url: string) {
  const gaps = { quiet: [] as number[], busy: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const again = async () => {
      for (let time = 0; time < timesEach; time += 1) await logIn(url, another, 200);
    };
    gaps.busy.push(await longestGap(url, () => Promise.all(Array.from({ length: atOnce }, again))));
    // The same duration, so that both have the same chance of a late update.
    const tookMs = performance.now() - startedAt;
    gaps.quiet.push(await longestGap(url, () => pass(tookMs)));
  }
  return { quiet: quantile(gaps.quiet, 0.5), busy: quantile(gaps.busy, 0.5), worst: Math.max(...gaps.busy) };
}

/** Logs in once. The response contains a device token, which the account knows from then on. */
async function knownDevice(url: string): Promise<string> {
  const response = await fetch(`${url}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
    body: JSON.stringify(right),
  });
  return ((await response.json()) as { data: { device: string } }).data.device;
}

/**
 * How long the owner waits for log-ins from a known device during a thousand wrong log-ins, and how many of the wrong
 * log-ins were refused with 429.
 */
async function measureUnderAttack(url: string, device: string, addressOf: () => string) {
  let made = 0;
  let refused = 0;
  async function guess(): Promise<void> {
    while (made < guesses) {
      made += 1;
      const response = await fetch(`${url}${login.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf() },
        body: JSON.stringify({ ...right, password: 'wrong' }),
      });
      await response.arrayBuffer();
      if (response.status === 429) refused += 1;
    }
  }
  const waits: number[] = [];
  const attack = Promise.all(Array.from({ length: guessesAtOnce }, guess));
  while (made < guesses) waits.push(await logIn(url, { ...right, device }, 200));
  await attack;
  return { median: quantile(waits, 0.5), worst: Math.max(...waits), times: waits.length, refused };
}

async function measureAttacks(url: string, quietMs: number): Promise<Measurement[]> {
  const device = await knownDevice(url);
  const one = freshAddress();
  const attacks = { 'many networks': freshAddress, 'one address': () => one };
  const measured: Measurement[] = [];
  for (const [name, addressOf] of Object.entries(attacks)) {
    const { median, worst, times, refused } = await measureUnderAttack(url, device, addressOf);
    measured.push({
      ...{ figure: `log-in on a known device during ${guesses} wrong ones from ${name}, median`, value: median },
      ...{ unit: 'ms', baseline: { name: 'a quiet log-in', value: quietMs } },
      note: `${guessesAtOnce} wrong ones under way; worst of ${times} ${worst.toFixed(0)} ms; ${refused} were refused`,
    });
  }
  return measured;
}

/**
 * Measures log-in: its duration, whether timing reveals an unknown email, the effect of ten concurrent log-ins on price
 * updates, and the effect of an attack on the owner.
 */
export async function measure(): Promise<Measurement[]> {
  const data = await makeDataFolder();
  const env = { DEMO_DATA: 'on', TRUST_PROXY: 'on', CONTENT_DIR: 'src/content' };
  const product = await startProduct({ dataDir: data.path, program, env });
  try {
    const { url } = product;
    for (let warming = 0; warming < 10; warming += 1) await logIn(url, right, 200);
    const took: number[] = [];
    const wrong = { known: [] as number[], unknown: [] as number[] };
    // The kinds of log-in are interleaved, and each comes first equally often, so that other load on the machine
    // affects all alike.
    for (let tried = 0; tried < tries; tried += 1) {
      took.push(await logIn(url, right, 200));
      const known = async () => wrong.known.push(await logIn(url, { ...right, password: 'wrong' }, 401));
      const stranger = { email: `nobody-${tried}@example.com`, password: 'wrong' };
      const unknown = async () => wrong.unknown.push(await logIn(url, stranger, 401));
      for (const next of tried % 2 === 0 ? [known, unknown] : [unknown, known]) await next();
    }
    const [known, unknown] = [quantile(wrong.known, 0.5), quantile(wrong.unknown, 0.5)];
    // Other load on the machine can only lengthen a request, so the fastest log-ins reveal most, to an attacker too.
    const quick = quantile(wrong.unknown, 0.1) / quantile(wrong.known, 0.1);
    const frames = await measureFrames(url);
    const attacks = await measureAttacks(url, quantile(took, 0.5));
    const name = 'a known email';
    return [
      {
        ...{ figure: 'log-in, p95', value: quantile(took, 0.95), unit: 'ms', goal: { most: 250 } },
        note: `argon2id 19 MiB, t=2, p=1; median ${quantile(took, 0.5).toFixed(1)} ms`,
      },
      {
        ...{ figure: 'wrong log-in, an unknown email, median', value: unknown, unit: 'ms' },
        ...{ baseline: { name, value: known }, goal: { mostRatio: 1.1 } },
        note: `${tries} each; ratio of the quickest tenth ${quick.toFixed(2)}`,
      },
      {
        ...{ figure: 'wrong log-in, a known email, median', value: known, unit: 'ms' },
        ...{ baseline: { name: 'an unknown email', value: unknown }, goal: { mostRatio: 1 / 0.9 } },
      },
      {
        ...{ figure: `delay of a price frame by ${atOnce} log-ins at once`, value: frames.busy - frames.quiet },
        ...{ unit: 'ms', goal: { most: 100 } },
        note: `longest gap between frames: ${frames.quiet.toFixed(0)} ms without, ${frames.busy.toFixed(0)} ms with (median of ${rounds} rounds; worst ${frames.worst.toFixed(0)} ms)`,
      },
      ...attacks,
    ];
  } finally {
    await product.stop();
    await data.remove();
  }
}
