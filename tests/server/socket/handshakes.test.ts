import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createHandshakes } from '../../../src/server/socket/handshakes.ts';

/** Lookups run until the test ends them. `good` tokens have a session, others have none. */
function openHandshakes() {
  const lookUps: { token: string; answer: () => void }[] = [];
  const session = {
    tokenHash: '',
    accountId: 7,
    affiliateId: null,
    ownerToken: '',
    id: '',
    openedBy: 'password',
    isShared: false,
  };
  const shakeHands = createHandshakes({
    trustProxy: true,
    sessions: {
      peek: (token) =>
        new Promise((resolve) => {
          const found =
            token === 'good' ? { ...session, openedBy: 'password' as const, createdAt: 0, lastSeenAt: 0 } : null;
          lookUps.push({ token, answer: () => resolve(found) });
        }),
    },
  });
  const connection = (readyState: 'open' | 'closed' = 'open') => ({ readyState });
  const connect = (token: string, address: string, conn = connection()) => {
    const request = new IncomingMessage(new Socket());
    request.headers['x-forwarded-for'] = address;
    return shakeHands({ handshake: { query: { token } }, request, conn });
  };
  const begun = async () => {
    await nextTurn();
    return lookUps.map(({ token }) => token);
  };
  return { connect, connection, lookUps, begun };
}

const codeOf = (result: { ok: boolean; problem?: { code: string } }) => (result.ok ? 'let in' : result.problem?.code);

test('a connection that connects 64 times at once costs one lookup', async () => {
  const { connect, connection, lookUps, begun } = openHandshakes();
  const own = connection();
  const answers = Array.from({ length: 64 }, () => connect('made up', '203.0.113.1', own));
  expect(await begun()).toEqual(['made up']);
  lookUps[0]?.answer();
  const codes = (await Promise.all(answers)).map(codeOf);
  expect(codes).toEqual(['UNAUTHENTICATED', ...Array.from({ length: 63 }, () => 'TOO_MANY_REQUESTS')]);
  const again = connect('good', '203.0.113.1', own);
  await begun();
  lookUps[1]?.answer();
  expect(codeOf(await again)).toBe('let in');
});

test('three lookups run at a time for an address, and four in all', async () => {
  const { connect, lookUps, begun } = openHandshakes();
  const strangers = Array.from({ length: 50 }, () => connect('made up', '203.0.113.1'));
  const customers = [connect('good', '198.51.100.1'), connect('good', '198.51.100.2')];
  expect(await begun()).toEqual(['made up', 'made up', 'made up', 'good']);
  lookUps[0]?.answer();
  expect((await begun()).slice(4)).toEqual(['good']);
  for (let next = 1; next < 52; next += 1) {
    lookUps[next]?.answer();
    await begun();
  }
  expect((await Promise.all(customers)).map(codeOf)).toEqual(['let in', 'let in']);
  expect((await Promise.all(strangers)).map(codeOf)).toContain('UNAUTHENTICATED');
});

test('a connection that is gone by its turn, or has no token, is not looked up', async () => {
  const { connect, connection, begun } = openHandshakes();
  expect(codeOf(await connect('made up', '203.0.113.1', connection('closed')))).toBe('UNAUTHENTICATED');
  expect(codeOf(await connect('', '203.0.113.1'))).toBe('UNAUTHENTICATED');
  expect(await begun()).toEqual([]);
});
