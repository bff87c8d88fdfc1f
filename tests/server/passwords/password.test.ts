import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../../src/server/passwords/password.ts';

test('a password is hashed by argon2id with a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('secret'), hashPassword('secret')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
});

test('only the password itself matches, and nothing matches an account that does not exist', async () => {
  const stored = await hashPassword('secret');
  expect(await verifyPassword(stored, 'secret')).toBe(true);
  expect(await verifyPassword(stored, 'secret ')).toBe(false);
  expect(await verifyPassword(undefined, 'nobody')).toBe(false);
});
