import { hash, verify as verifyByArgon2 } from '@node-rs/argon2';
import type { HashQueue, HashSlot } from './hash-queue.ts';
import { createHashQueue, customerSlot } from './hash-queue.ts';

/** argon2id, the library's default algorithm, with OWASP's parameters: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const queue = createHashQueue();
/** The slot for hashes that the server makes for itself. */
const ownSlot = customerSlot('server');

/** The hash that is checked if the account does not exist, so that the answer takes as long as for a wrong password. */
let nobody: Promise<string> | undefined;

/**
 * Hashes a password for storage. Takes about 20 ms on a thread of the pool, once it is its turn in the queue: see
 * `createHashQueue`.
 */
export function hashPassword(password: string, slot = ownSlot): Promise<string> {
  return queue.run(slot, () => hash(password, cost));
}

/**
 * Whether the password matches the hash; the hash is undefined if the account does not exist. Rejects if the queue has
 * no slot for a stranger: see `isQueueFull`.
 */
export type VerifyPassword = (passwordHash: string | undefined, password: string, slot?: HashSlot) => Promise<boolean>;

/**
 * Makes exactly one verification, whether or not the account exists. Tests pass a `verify` that counts its calls, and a
 * queue that they can observe.
 */
export function createPasswordCheck(
  verify: typeof verifyByArgon2 = verifyByArgon2,
  before: Pick<HashQueue, 'run'> = queue,
): VerifyPassword {
  return async (passwordHash, password, slot = ownSlot) => {
    const nobodysHash = await (nobody ??= hashPassword('nobody'));
    const matches = await before.run(slot, () => verify(passwordHash ?? nobodysHash, password));
    return passwordHash !== undefined && matches;
  };
}

export const verifyPassword = createPasswordCheck();
