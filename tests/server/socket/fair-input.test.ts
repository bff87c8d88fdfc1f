import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { duplexPair } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFairInput } from '../../../src/server/socket/fair-input.ts';

/** Time moves only when a test moves it, so that credit never grows by itself. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.restoreAllMocks().useRealTimers());

/** A server whose connections are streams in memory. `passed` are their messages as Socket.IO would get them. */
function openInput() {
  const server = new (createFairInput(({ url = '' }) => url))({ noServer: true });
  const passed: string[] = [];

  async function connect(owner: string, onMessage?: () => void) {
    const [client, stream] = duplexPair();
    const request = new IncomingMessage(new Socket());
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
    const key = { 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' };
    Object.assign(request, { method: 'GET', url: owner, headers: { ...upgrade, ...key } });
    const { promise, resolve } =
      Promise.withResolvers<InstanceType<(typeof server)['options']['WebSocket'] & object>>();
    server.handleUpgrade(request, stream, Buffer.alloc(0), resolve);
    const connection = await promise;
    connection.on('message', (data: Buffer) => {
      passed.push(data.toString());
      onMessage?.();
    });
    connection.on('error', () => undefined);
    return { connection, client };
  }
  return { connect, passed };
}

/** Sends all messages at once, in WebSocket frames that are masked with zeros. */
async function send(client: Duplex, messages: readonly string[]): Promise<void> {
  const frames = messages.map((text) =>
    Buffer.concat([Buffer.of(0x81, 0x80 | text.length, 0, 0, 0, 0), Buffer.from(text)]),
  );
  client.write(Buffer.concat(frames));
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

const named = (name: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `${name}${index + from}`);

/** Lets the input run once. */
const work = async () => {
  await vi.advanceTimersToNextTimerAsync();
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
};

test('messages within the credit pass at once, the rest later and in order', async () => {
  const { connect, passed } = openInput();
  const { client } = await connect('a');
  await send(client, named('a', 100));
  expect(passed).toEqual(named('a', 64));
  await work();
  expect(passed).toEqual(named('a', 100));
});

test('later messages do not overtake waiting ones, even with credit', async () => {
  const { connect, passed } = openInput();
  const { client } = await connect('a');
  await send(client, named('a', 65));
  // Enough time for new credit, but before the turn of the waiting messages.
  vi.spyOn(performance, 'now').mockReturnValue(60_000);
  await send(client, named('a', 1, 65));
  expect(passed).toHaveLength(64);
  await work();
  expect(passed).toEqual(named('a', 66));
});

test('the connections of one owner share its turns', async () => {
  const { connect, passed } = openInput();
  const floods = [await connect('attacker'), await connect('attacker'), await connect('attacker')];
  const victim = await connect('victim');
  for (const [index, { client }] of floods.entries()) await send(client, named(String.fromCharCode(97 + index), 70));
  await send(victim.client, named('v', 70));
  passed.length = 0;
  await work();
  expect(passed.slice(0, 8)).toEqual(['a64', 'v64', 'b64', 'v65', 'c64', 'v66', 'a65', 'v67']);
  expect(passed).toHaveLength(24);
});

test('a connection with many waiting messages is paused, and resumed when they are processed', async () => {
  const { connect, passed } = openInput();
  const { connection, client } = await connect('a');
  await send(client, named('a', 900));
  expect([connection.isPaused, passed.length]).toEqual([true, 64]);
  await work();
  expect([connection.isPaused, passed.length]).toEqual([false, 900]);
});

test('a connection that sends more tiny messages than emits could need is cut off', async () => {
  const { connect, passed } = openInput();
  const { connection, client } = await connect('a');
  await send(client, named('', 8_500));
  expect(connection.readyState).toBe(connection.CLOSED);
  await work();
  expect(passed).toHaveLength(64);
});

test('a connection with waiting messages counts as alive, because its pong may be behind them', async () => {
  const { connect, passed } = openInput();
  const { connection, client } = await connect('a');
  await send(client, named('a', 80));
  connection.send('2');
  passed.length = 0;
  await work();
  expect(passed).toEqual(['3', ...named('a', 16, 64)]);
  connection.send('2');
  await send(client, named('a', 5));
  expect(passed).toHaveLength(17);
  // The first pong is passed at once. A second one is queued like any other message.
  await send(client, ['3', '3']);
  expect(passed.slice(17)).toEqual(['3']);
  await work();
  expect(passed.slice(18)).toEqual([...named('a', 5), '3']);
});

test('a connection that does not read its answers is not read either, and does not count as alive', async () => {
  const { connect, passed } = openInput();
  const { connection, client } = await connect('a');
  await send(client, named('a', 80));
  connection.send('x'.repeat(200_000));
  connection.send('2');
  await work();
  await work();
  expect(passed).toHaveLength(64);
  client.resume();
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  await work();
  expect(passed.slice(64)).toEqual(['3', ...named('a', 16, 64)]);
});

test('nothing more is passed of a closed connection', async () => {
  const { connect, passed } = openInput();
  const { connection, client } = await connect('a');
  await send(client, named('a', 80));
  connection.terminate();
  await work();
  expect(passed).toHaveLength(64);
});
