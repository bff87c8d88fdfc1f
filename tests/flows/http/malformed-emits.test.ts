import * as fc from 'fast-check';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Emit } from '../../../src/lib/contract/emits.ts';
import { emits } from '../../../src/lib/contract/emits.ts';
import type { Acknowledgement } from '../../../src/lib/contract/envelope.ts';
import { isProblemCode } from '../../../src/lib/contract/problem.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp, emitTo } from '../../support/test-app.ts';
import { spoiled, wrongWholes } from '../../support/wrong-values.ts';
import { emitSamples } from '../access/emit-samples.ts';

const every: readonly Emit[] = emits;
let shop: TestApp;
let socket: Socket;
let ownToken: string;

beforeAll(async () => {
  shop = await createTestApp();
  const { accessToken, user } = await shop.logIn();
  ownToken = user.token;
  socket = await shop.customerSocket(accessToken);
});
afterAll(() => shop.close());

function expectAnswered(answer: Acknowledgement<unknown>, sent: unknown): void {
  expect(typeof answer.error, JSON.stringify(sent)).toBe('boolean');
  if (!answer.error) return;
  expect(isProblemCode(answer.code), JSON.stringify(answer)).toBe(true);
  expect(answer.code, JSON.stringify(sent)).not.toBe('INTERNAL');
}

test('every emit of the contract has a sample', () => {
  expect(Object.keys(emitSamples).sort()).toEqual(every.map(({ event }) => event).sort());
});

describe.each(every)('$event', ({ event }) => {
  const emit = (payload: unknown) => emitTo<unknown>(socket, event, payload);

  test('with any field spoiled is refused or answered, but never a fault', async () => {
    const sample = { ...emitSamples[event], dataUser: { token: ownToken } };
    const users = spoiled({ token: ownToken }).map((dataUser) => ({ ...sample, dataUser }));
    for (const payload of [...spoiled(sample), ...users, ...wrongWholes]) expectAnswered(await emit(payload), payload);
  });

  test('is refused with another customer’s token', async () => {
    const dataUser = { token: '00000000-0000-4000-8000-000000000000' };
    expect(await emit({ ...emitSamples[event], dataUser })).toMatchObject({ error: true, code: 'FORBIDDEN' });
  });

  test('with any other payload is refused or answered, but never a fault', async () => {
    const anything = fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (payload) =>
      expectAnswered(await emit(payload), payload),
    );
    await fc.assert(anything, { numRuns: 50 });
  });

  test('accepts binary data, too many arguments and none at all', async () => {
    expectAnswered(await emit(Buffer.from('x')), 'binary');
    expectAnswered(await emit({ ...emitSamples[event], price: Buffer.from('x') }), 'binary inside');
    const more = (await socket
      .timeout(5_000)
      .emitWithAck(event, emitSamples[event], 1, [])) as Acknowledgement<unknown>;
    expectAnswered(more, 'more');
    const nothing = (await socket.timeout(5_000).emitWithAck(event)) as Acknowledgement<unknown>;
    expectAnswered(nothing, 'nothing');
    socket.emit(event, null);
  });
});

test('an unknown emit is answered if it asks for an acknowledgement, and the socket survives', async () => {
  socket.emit('nope', {}, 'x');
  expect(await emitTo(socket, 'nope', {})).toMatchObject({ error: true, code: 'NOT_FOUND' });
  const prices = shop.priceSocket();
  expect(await emitTo(prices, 'openPosition', {})).toMatchObject({ error: true, code: 'NOT_FOUND' });
  socket.emit('__proto__', {});
  expect(await emitTo(socket, 'balance', null)).toMatchObject({ error: false });
});

test('a message of 10 MB ends the connection, and the server survives', async () => {
  const { accessToken } = await shop.logIn();
  const sender = await shop.customerSocket(accessToken);
  const closed = new Promise((resolve) => sender.once('disconnect', resolve));
  sender.emit('openPosition', { symbol: 'x'.repeat(10_000_000) });
  await closed;
  expect(await emitTo(socket, 'balance', null)).toMatchObject({ error: false });
});

test('none of this was logged as a fault', () => {
  expect(shop.log.filter((line) => line.level === 'error' || line.level === 'fatal')).toEqual([]);
});
