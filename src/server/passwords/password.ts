import { hash, verify as verifyByArgon2 } from '@node-rs/argon2';
import type { HashLine, HashPlace } from './hash-line.ts';
import { createHashLine, placeOfCustomer } from './hash-line.ts';

/** argon2id, the library's default algorithm, with OWASP's parameters: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const line = createHashLine();
/** Who says nothing of a place: what the server hashes for itself. */
const ownPlace = placeOfCustomer('server');

/** What an account that does not exist is checked against, so that its answer takes as long as a wrong password's. */
let nobody: Promise<string> | undefined;

/**
 * Hashes a password for storage; about 20 ms on a thread of the pool, after those before it in the line: see
 * `createHashLine`.
 */
export function hashPassword(password: string, place = ownPlace): Promise<string> {
  return line.run(place, () => hash(password, cost));
}

/**
 * Whether the password is the one that was hashed; `undefined` stands for an account that does not exist. Rejects where
 * there is no place in the line for a stranger: see `isLineFull`.
 */
export type VerifyPassword = (
  passwordHash: string | undefined,
  password: string,
  place?: HashPlace,
) => Promise<boolean>;

/**
 * Checks by one verification, whether there is an account or not. A test brings a `verify` that counts, and a line that
 * it watches.
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
