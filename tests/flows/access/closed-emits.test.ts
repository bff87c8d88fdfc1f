import { once } from 'node:events';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Emit } from '../../../src/lib/contract/emits.ts';
import { emits } from '../../../src/lib/contract/emits.ts';
import { openRawWebSocket } from '../../support/raw/raw-web-socket.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp, emitTo } from '../../support/test-app.ts';
import { emitSamples } from './emit-samples.ts';

/**
 * Sends every emit of the customer's socket as everybody who is not allowed to. The list comes from the contract, so a
 * new emit is covered without a change here.
 */

const every: readonly Emit[] = emits;
const idleMs = 20 * 60_000;
/** The opcode of a WebSocket close frame. */
const closing = 0x8;

let shop: TestApp;
/** The token that identifies another customer. */
let foreign: string;
let socket: Socket;
/** Values of the `token` parameter that open no socket, by description; null leaves the parameter out. */
let keys: Record<string, string | null>;

beforeAll(async () => {
  shop = await createTestApp();
  const expired = (await shop.logIn()).accessToken;
  shop.runtime.advance(idleMs);
  const { accessToken, user } = await shop.logIn();
  foreign = (await shop.logIn('limited@example.com')).user.token;
  const { rows } = await shop.app.database.query<{ id: number }>('select id from affiliates');
  const affiliate = await shop.app.sessions.open({ affiliateId: rows[0]!.id });
  keys = {
    ...{ 'no access token': null, 'an expired access token': expired, 'the access token of an affiliate': affiliate },
    ...{ 'the identifier of a customer': user.token, 'a made-up access token': 'x'.repeat(43) },
  };
  socket = await shop.customerSocket(accessToken);
  shop.feed.quote('BTCUSD', 60_000, 60_010);
});
afterAll(() => shop.close());

/** Everything that the refused emits could have changed. */
async function facts(): Promise<unknown> {
  const { rows } = await shop.app.database.query(
    `select (select md5(string_agg(p::text, ' ' order by id)) from positions p) as positions,
            (select md5(string_agg(a::text, ' ' order by id)) from accounts a) as accounts`,
  );
  return rows;
}

/**
 * Connects with this key and emits even if the server refuses the connection. Resolves with all messages when the
 * connection is closed.
 */
async function emitBy(key: string | null, event: string): Promise<string[]> {
  const token = key === null ? '' : `&token=${key}`;
  const said: string[] = [];
  const address = { port: Number(new URL(shop.url).port), path: `/socket.io/?EIO=4&transport=websocket${token}` };
  const line = openRawWebSocket(address, (opcode, content) => {
    if (opcode === closing) line.connection.end();
    const message = content.toString();
    said.push(message);
    if (message.startsWith('0')) line.send('text', Buffer.from('40'));
    if (message.startsWith('44')) line.send('text', Buffer.from(`420["${event}",{}]`));
  });
  await once(line.connection, 'close');
  return said;
}

describe.each(every)('$event', ({ event }) => {
  test.each(['no access token', 'an expired access token', 'the access token of an affiliate'])(
    'is not answered for a socket with %s',
    (what) => expectSilence(what, event),
  );
  test.each(['the identifier of a customer', 'a made-up access token'])(
    'is not answered for a socket with %s',
    (what) => expectSilence(what, event),
  );

  test('is refused to a customer who names another, and changes nothing', async () => {
    const before = await facts();
    const payload = { ...emitSamples[event], dataUser: { token: foreign } };
    expect(await emitTo(socket, event, payload)).toMatchObject({ error: true, code: 'FORBIDDEN' });
    expect(await facts()).toEqual(before);
  });

  test('is refused if the session has ended meanwhile, and the socket is closed', async () => {
    const { accessToken } = await shop.logIn();
    const late = await shop.customerSocket(accessToken);
    const gone = new Promise<string>((resolve) => late.once('disconnect', resolve));
    // The server checks the session of every new socket before it answers, so that check is over now.
    expect(await emitTo(late, 'balance', emitSamples.balance)).toMatchObject({ error: false });
    const before = await facts();
    shop.runtime.advance(idleMs);
    try {
      const answer = await emitTo(late, event, emitSamples[event]);
      expect(answer).toMatchObject({ error: true, code: 'UNAUTHENTICATED' });
      expect(await gone).toBe('io server disconnect');
      expect(await facts()).toEqual(before);
    } finally {
      // Turns the clock back, so that the sessions of the other tests do not expire.
      shop.runtime.advance(-idleMs);
    }
  });
});

async function expectSilence(what: string, event: string): Promise<void> {
  const before = await facts();
  const said = await emitBy(keys[what] ?? null, event);
  expect(said.filter((message) => message.startsWith('43'))).toEqual([]);
  expect(said.filter((message) => message.startsWith('44')).join()).toContain('UNAUTHENTICATED');
  expect(await facts()).toEqual(before);
}
