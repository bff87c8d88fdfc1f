import { hash, verify as verifyByArgon2 } from '@node-rs/argon2';
import type { HashLine, HashPlace } from './hash-line.ts';
import { createHashLine, placeOfCustomer } from './hash-line.ts';

/** argon2id, the library's default algorithm, with OWASP's parameters: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const line = createHashLine();
/** For hashes that the server makes for itself. */
const ownPlace = placeOfCustomer('server');

/** The hash that is checked if the account does not exist, so that the answer takes as long as for a wrong password. */
let nobody: Promise<string> | undefined;

/**
 * Hashes a password for storage; about 20 ms on a thread of the pool, after those before it in the queue: see
 * `createHashLine`.
 */
export function hashPassword(password: string, place = ownPlace): Promise<string> {
  return line.run(place, () => hash(password, cost));
}

/**
 * Whether the password matches the hash; `undefined` stands for an account that does not exist. Rejects if the queue
 * has no slot for a stranger: see `isLineFull`.
 */
export type VerifyPassword = (
  passwordHash: string | undefined,
  password: string,
  place?: HashPlace,
) => Promise<boolean>;

/**
 * Makes exactly one verification, whether or not the account exists. Tests pass a `verify` that counts, and a queue
 * that they watch.
 */
export function createPasswordCheck(
  verify: typeof verifyByArgon2 = verifyByArgon2,
  before: Pick<HashLine, 'run'> = line,
): VerifyPassword {
  return async (passwordHash, password, place = ownPlace) => {
    const standIn = await (nobody ??= hashPassword('nobody'));
    const matches = await before.run(place, () => verify(passwordHash ?? standIn, password));
    return passwordHash !== undefined && matches;
  };
}

export const verifyPassword = createPasswordCheck();
