import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp, emitTo } from '../../support/test-app.ts';

/**
 * An attacker with a bare WebSocket client opens many sockets of one account, which close positions that never existed.
 */

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
  shop.feed.quote('BTCUSD', 96_000, 96_010);
});
afterAll(() => shop.close());

const order = { symbol: 'BTCUSD', direction: 'buy', amount: 1, leverage: 1, price: 96_010 };

/**
 * The text protocol of Socket.IO, as far as an attacker needs it: `0` opened, `2` ping, `40` connected, `44` refused,
 * `43` an acknowledgement.
 */
function openAttacker(accessToken: string, onAnswer: (text: string) => void) {
  const address = `${shop.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&token=${accessToken}`;
  const socket = new WebSocket(address);
  const letIn = new Promise<string>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.startsWith('0')) socket.send('40');
      else if (text === '2') socket.send('3');
      else if (text.startsWith('43')) onAnswer(text);
      else if (text.startsWith('40') || text.startsWith('44')) resolve(text);
    });
  });
  const close = (number: number) => {
    const position = JSON.stringify({ id: randomUUID(), price: 96_000 });
    socket.send(`42${number}["closePosition",${position}]`);
  };
  return { socket, letIn, close };
}

test('thousands of closes on thirty sockets of one account delay no other order, and each is answered', async () => {
  const [attacker, victim] = [await shop.logIn(), await shop.logIn('limited@example.com')];
  const victimSocket = await shop.customerSocket(victim.accessToken);
  const codes = new Map<string, number>();
  let answered = 0;
  const allAnswered = Promise.withResolvers<null>();
  const each = 400;
  const attackers = Array.from({ length: 30 }, () =>
    openAttacker(attacker.accessToken, (text) => {
      const code = /"code":"(\w+)"/.exec(text)?.[1] ?? 'none';
      codes.set(code, (codes.get(code) ?? 0) + 1);
      answered += 1;
      if (answered === 20 * each) allAnswered.resolve(null);
    }),
  );
  const answers = await Promise.all(attackers.map(({ letIn }) => letIn));
  const refused = answers.filter((text) => text.startsWith('44'));
  expect(refused).toHaveLength(10);
  expect(refused[0]).toContain('TOO_MANY_REQUESTS');

  const inside = attackers.filter((_, index) => answers[index]?.startsWith('40'));
  for (const { close } of inside) for (let number = 0; number < each; number += 1) close(number);
  expect(await emitTo(victimSocket, 'openPosition', order)).toMatchObject({ error: false });
  // Although all of the attackers' emits were sent earlier, most are not answered yet.
  expect(answered).toBeLessThan((20 * each) / 2);
  await allAnswered.promise;
  expect([...codes.keys()].sort()).toEqual(['POSITION_NOT_FOUND', 'TOO_MANY_REQUESTS']);
  // An account may do 1,000 acts in ten seconds, and the flood may extend over two such periods.
  expect(codes.get('POSITION_NOT_FOUND')).toBeLessThanOrEqual(2_000);
  for (const { socket } of attackers) socket.terminate();
});

test('a customer at the limit of sockets can open another one after closing one', async () => {
  const { accessToken } = await shop.logIn('new@example.com');
  const sockets = [];
  for (let page = 0; page < 20; page += 1) sockets.push(await shop.customerSocket(accessToken));
  const refusal = { data: { error: true, code: 'TOO_MANY_REQUESTS' } };
  await expect(shop.customerSocket(accessToken)).rejects.toMatchObject(refusal);
  sockets[0]?.close();
  await expect
    .poll(() =>
      shop.customerSocket(accessToken).then(
        ({ connected }) => connected,
        () => false,
      ),
    )
    .toBe(true);
});

test('a connection that asks repeatedly to connect has one session lookup at a time', async () => {
  const address = `${shop.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&token=made-up`;
  const socket = new WebSocket(address);
  const answers: string[] = [];
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    if (text.startsWith('0')) for (let asked = 0; asked < 60; asked += 1) socket.send('40');
    else if (text.startsWith('44')) answers.push(/"code":"(\w+)"/.exec(text)?.[1] ?? text);
  });
  await expect.poll(() => answers.length).toBe(60);
  expect(new Set(answers)).toEqual(new Set(['UNAUTHENTICATED', 'TOO_MANY_REQUESTS']));
  socket.terminate();
});

test('protocol frames that no client of ours sends do no harm', async () => {
  const { accessToken } = await shop.logIn('limited@example.com');
  const answers: string[] = [];
  const { socket, letIn } = openAttacker(accessToken, (text) => void answers.push(text));
  await letIn;
  for (const frame of [
    '421[7]',
    '422["nope",null,{"a":[]}]',
    '423["__proto__"]',
    '424["openPosition",1,2,3]',
    '425["constructor"]',
  ])
    socket.send(frame);
  await expect.poll(() => answers.length).toBe(5);
  const codes = answers.toSorted().map((text) => [text.slice(0, 3), /"code":"(\w+)"/.exec(text)?.[1]]);
  expect(codes).toEqual([
    ...['431', '432', '433'].map((answer) => [answer, 'NOT_FOUND']),
    ['434', 'VALIDATION'],
    ['435', 'NOT_FOUND'],
  ]);
  socket.terminate();
});
