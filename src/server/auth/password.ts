import { hash, verify as verifyByArgon2 } from '@node-rs/argon2';

/** argon2id, the library's default algorithm, with OWASP's parameters: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The pool of threads has four: two are left to files, compression and names, however many log in at once. */
const mostAtOnce = 2;
let underWay = 0;
const line: (() => void)[] = [];

/** Runs the work once fewer than the most are under way, in the order in which it came. */
async function inLine<Value>(work: () => Promise<Value>): Promise<Value> {
  if (underWay < mostAtOnce) underWay += 1;
  else await new Promise<void>((take) => line.push(take));
  try {
    return await work();
  } finally {
    const next = line.shift();
    if (next) next();
    else underWay -= 1;
  }
}

/** What an account that does not exist is checked against, so that its answer takes as long as a wrong password's. */
let nobody: Promise<string> | undefined;

/** Hashes a password for storage; about 20 ms on a thread of the pool. */
export function hashPassword(password: string): Promise<string> {
  return inLine(() => hash(password, cost));
}

/** Whether the password is the one that was hashed; `undefined` stands for an account that does not exist. */
export type VerifyPassword = (passwordHash: string | undefined, password: string) => Promise<boolean>;

/** Checks by one verification, whether there is an account or not. A test brings a `verify` that counts. */
export function createPasswordCheck(verify: typeof verifyByArgon2 = verifyByArgon2): VerifyPassword {
  return async (passwordHash, password) => {
    const standIn = await (nobody ??= hashPassword('nobody'));
    const matches = await inLine(() => verify(passwordHash ?? standIn, password));
    return passwordHash !== undefined && matches;
  };
}

export const verifyPassword = createPasswordCheck();
