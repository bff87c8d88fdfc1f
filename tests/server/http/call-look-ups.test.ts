import fastify from 'fastify';
import { expect, test } from 'vitest';
import { getUser } from '../../../src/lib/contract/calls.ts';
import type { Session, Sessions } from '../../../src/server/sessions/sessions.ts';
import { registerCall } from '../../../src/server/http/register-call.ts';

/** A server with one call. Its session lookups find nobody, and run until the test ends them. */
function openServer() {
  const app = fastify();
  const lookUps: { token: string; end: () => void }[] = [];
  let isHeld = true;
  const find = (token: string) =>
    new Promise<Session | null>((resolve) => {
      const end = () => resolve(null);
      lookUps.push({ token, end });
      if (!isHeld) end();
    });
  const sessions: Partial<Sessions> = { find };
  registerCall(app, getUser, { sessions: sessions as Sessions }, () => Promise.reject(new Error('Nobody is let in')));
  const { method, path: url } = getUser;
  const call = async (token: string) =>
    (await app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })).statusCode;
  const endAll = () => {
    isHeld = false;
    lookUps.forEach(({ end }) => end());
  };
  return { lookUps, call, endAll, close: () => app.close() };
}

const [guessed, other] = ['guessed', 'other'].map((name) => name.padEnd(43, '-')) as [string, string];

test('one bearer has three session lookups at a time, and another bearer waits for none of them', async () => {
  const { lookUps, call, endAll, close } = openServer();
  const guesses = Array.from({ length: 20 }, () => call(guessed));
  const late = call(other);
  await expect.poll(() => lookUps.some(({ token }) => token === other)).toBe(true);
  // All guesses arrived before the other bearer's call.
  expect(lookUps.map(({ token }) => token)).toEqual([guessed, guessed, guessed, other]);
  lookUps[3]?.end();
  expect(await late).toBe(401);
  expect(lookUps).toHaveLength(4);
  endAll();
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]));
  expect(lookUps).toHaveLength(21);
  await close();
});

test('when hundreds of calls of one bearer wait its next call is refused, but not that of another bearer', async () => {
  const { lookUps, call, endAll, close } = openServer();
  const guesses = Array.from({ length: 3 + 256 }, () => call(guessed));
  expect(await call(guessed)).toBe(429);
  const late = call(other);
  await expect.poll(() => lookUps.length).toBe(4);
  lookUps[3]?.end();
  expect(await late).toBe(401);
  endAll();
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]));
  await close();
});
