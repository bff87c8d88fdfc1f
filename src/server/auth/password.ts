import { hash, verify } from '@node-rs/argon2';

/** argon2id, the library's default algorithm, with OWASP's parameters: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What an unknown email is checked against, so that its answer takes as long as a wrong password's. */
let nobody: Promise<string> | undefined;

/** Hashes a password for storage; about 10 ms on a thread of the pool. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Whether the password is the one that was hashed; `undefined` stands for an account that does not exist. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await (nobody ??= hashPassword('nobody'))), password);
  return passwordHash !== undefined && matches;
}
