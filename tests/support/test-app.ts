import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Socket } from 'socket.io-client';
import { io } from 'socket.io-client';
import type { Call } from '../../src/lib/contract/call.ts';
import { login } from '../../src/lib/contract/calls.ts';
import type { User } from '../../src/lib/contract/entities.ts';
import type { Acknowledgement, Envelope } from '../../src/lib/contract/envelope.ts';
import type { App } from '../../src/server/app.ts';
import { createApp } from '../../src/server/app.ts';
import { parseConfig } from '../../src/server/config.ts';
import type { Database } from '../../src/server/db/database.ts';
import { createLogger } from '../../src/server/logger.ts';
import type { Schedule } from '../../src/server/schedule.ts';
import type { HandFeed } from './hand-feed.ts';
import { createHandFeed } from './hand-feed.ts';
import { smallContentDir } from './small-content.ts';
import { openTestDatabase } from './test-database.ts';
import type { TestRuntime } from './test-runtime.ts';
import { createTestRuntime, testStartMs } from './test-runtime.ts';

export interface TestAppOptions {
  /** Overrides the environment of a test. */
  env?: Record<string, string>;
  /**
   * A database that the test owns and closes, so that a second app can be a restart of the first. By default a fresh
   * one.
   */
  database?: Database;
  runtime?: TestRuntime;
  /** The folder of a built site; none by default. */
  distDir?: string;
  /** Whether content is read and rendered in threads, as in the product; off by default, which is faster. */
  contentThreads?: boolean;
  /** Steps what the content waits for; by default it waits for real time. */
  contentSchedule?: Schedule;
}

export interface Answer<Data> {
  status: number;
  headers: Headers;
  body: Envelope<Data>;
}

export interface Sent {
  body?: unknown;
  query?: Record<string, string>;
  accessToken?: string;
}

export interface TestApp {
  app: App;
  url: string;
  runtime: TestRuntime;
  feed: HandFeed;
  /** Its data folder, unless the environment names another. */
  dataDir: string;
  /** Every line that was logged, parsed. */
  log: Record<string, unknown>[];
  /** Makes a call of the contract over HTTP, with any body and query. */
  call: <Data>(call: Call<unknown, unknown, Data>, sent?: Sent) => Promise<Answer<Data>>;
  /** Logs a customer in; the demo customers' password is the default. */
  logIn: (email?: string, password?: string) => Promise<{ accessToken: string; user: User; device: string }>;
  /** What Prometheus would read. */
  metrics: () => Promise<string>;
  /** A connected customer's socket; rejects when the server refuses it. */
  customerSocket: (accessToken: string) => Promise<Socket>;
  /** A connected price socket. Listen to `prices` immediately: the snapshot comes first. */
  priceSocket: () => Socket;
  /** Closes the sockets and the app, and the database if the app made it. */
  close: () => Promise<void>;
}

/** The same for all apps: an app that reuses another's database needs its key. */
export const testMasterKey = Buffer.alloc(32, 0xab);

/** The token for reading the metrics of a test's app. */
export const testMetricsToken = 'metrics of the tests';

/**
 * The real app on a port of its own: an in-memory database (or one on TEST_DATABASE_URL), a clock and ids that repeat,
 * and a feed that quotes what the test says. Seeded with the demo data and two days of candles.
 */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const runtime = options.runtime ?? createTestRuntime();
  const feed = createHandFeed(runtime);
  const log: Record<string, unknown>[] = [];
  const logger = createLogger({
    level: 'trace',
    destination: { write: (line) => void log.push(JSON.parse(line) as Record<string, unknown>) },
  });
  const database = options.database
    ? { ...options.database, close: () => Promise.resolve() }
    : await openTestDatabase({ template: isUsual(runtime, options.env) ? 'seeded' : 'migrated' });
  const dataDir = await mkdtemp(join(tmpdir(), 'test-app-'));
  const app = await createApp({
    config: testConfig(dataDir, options.env),
    runtime,
    logger,
    database,
    feed,
    distDir: options.distDir,
    contentThreads: options.contentThreads ?? false,
    contentSchedule: options.contentSchedule,
    // A worker that looked for work by the clock would do it before the test asks for it.
    schedule: () => () => undefined,
  });
  const { url } = await app.listen();
  const sockets: Socket[] = [];
  const call: TestApp['call'] = (definition, sent) => makeCall(url, definition, sent);

  return {
    ...{ app, url, runtime, feed, dataDir, log, call },
    async logIn(email = 'demo@example.com', password = 'demo1234') {
      const { body } = await call(login, { body: { email, password } });
      if (body.status === 'error') throw new Error(`${email} could not log in: ${body.error.code}`);
      return { accessToken: body.data.access_token, user: body.data.user, device: body.data.device };
    },
    async metrics() {
      const headers = { authorization: `Bearer ${testMetricsToken}` };
      return (await fetch(`${url}/metrics`, { headers })).text();
    },
    async customerSocket(accessToken) {
      const socket = openSocket(url, { query: { token: accessToken } }, sockets);
      await connected(socket);
      return socket;
    },
    priceSocket: () => openSocket(`${url}/prices`, {}, sockets),
    async close() {
      sockets.forEach((socket) => socket.close());
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * The variables that change what a first start seeds. An app that sets none of them gets a database that is seeded
 * already, made once for all tests.
 */
const seedVariables = ['DEMO_DATA', 'SEED_HISTORY', 'PAYMENTS_FILE'];

function isUsual({ now }: TestRuntime, env: Record<string, string> = {}): boolean {
  return now() === testStartMs && !seedVariables.some((name) => name in env);
}

/** Emits with an acknowledgement, as the contract defines it. */
export function emitTo<Data>(socket: Socket, event: string, payload: unknown): Promise<Acknowledgement<Data>> {
  return socket.timeout(10_000).emitWithAck(event, payload) as Promise<Acknowledgement<Data>>;
}

export function testConfig(dataDir: string, env: Record<string, string> = {}) {
  const parsed = parseConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DEMO_DATA: 'on',
    SEED_HISTORY: 'short',
    CONTENT_DIR: smallContentDir,
    DATA_DIR: dataDir,
    SECRET_KEY: testMasterKey.toString('hex'),
    METRICS_TOKEN: testMetricsToken,
    ...env,
  });
  if (!parsed.ok) throw new Error(parsed.faults.map((fault) => fault.variable).join(', '));
  return parsed.config;
}

async function makeCall<Data>(url: string, call: Call<unknown, unknown, Data>, sent: Sent = {}): Promise<Answer<Data>> {
  const { body, query, accessToken } = sent;
  const response = await fetch(`${url}${call.path}${query ? `?${new URLSearchParams(query).toString()}` : ''}`, {
    method: call.method,
    headers: {
      ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope<Data> };
}

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
}

function openSocket(url: string, options: object, opened: Socket[]): Socket {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, ...options });
  opened.push(socket);
  return socket;
}
