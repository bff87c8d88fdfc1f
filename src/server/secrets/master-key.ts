import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Queries } from '../db/database.ts';
import { UnusableValue } from '../environment.ts';
import type { Runtime } from '../runtime.ts';
import { factorContext, factorPurpose } from './factor-seal.ts';
import { hasDocuments, insertKeyProof, listSealedFactors, loadKeyProof } from './key-proof-rows.ts';
import type { SecretBox } from './secret-box.ts';
import { createSecretBox } from './secret-box.ts';

const fileName = 'secret.key';
const keyBytes = 32;
const proofContext = 'database';

export interface MasterKeyParts {
  config: { secretKey: Buffer | null; dataDir: string };
  /** A database that is already migrated. */
  database: Queries;
  runtime: Pick<Runtime, 'randomBytes' | 'now'>;
  logger: Pick<Logger, 'warn'>;
}

/**
 * Loads the key for encryption at rest: `SECRET_KEY`, or else the key file in the data folder. If neither exists and
 * nothing is sealed yet, creates the file, readable only by its owner. Without the key, documents and second factors
 * are lost: back it up, but separately from the database. Throws `UnusableValue` if the database was sealed with
 * another key, because every code and document would be refused as if it were wrong.
 */
export async function loadMasterKey(parts: MasterKeyParts): Promise<Buffer> {
  const { config, database, runtime } = parts;
  const proof = await loadKeyProof(database);
  const existing = config.secretKey ?? (await readKeyFile(config.dataDir));
  if (!existing && (await isSealed(database, proof))) refuseKey(config, 'none');
  const key = existing ?? (await makeKey(parts));
  await checkKey(parts, key, proof);
  if (proof?.length) return key;
  await insertKeyProof(database, proofBox(key, runtime).seal(Buffer.alloc(0), proofContext), new Date(runtime.now()));
  // Two servers may start at once, and only the first stores its proof.
  await checkKey(parts, key, await loadKeyProof(database));
  return key;
}

/**
 * Like `loadMasterKey`, but creates no key and stores no proof. For commands that run beside the server or before its
 * first start.
 */
export async function findMasterKey(parts: Omit<MasterKeyParts, 'logger'>): Promise<Buffer> {
  const { config, database } = parts;
  const key = config.secretKey ?? (await readKeyFile(config.dataDir)) ?? refuseKey(config, 'none');
  await checkKey(parts, key, await loadKeyProof(database));
  return key;
}

/**
 * Whether anything is sealed in the database. An empty proof means that an operator has given up everything that was.
 */
async function isSealed(database: Queries, proof: Buffer | undefined): Promise<boolean> {
  if (proof) return proof.length > 0;
  return (await hasDocuments(database)) || (await listSealedFactors(database)).length > 0;
}

/**
 * Throws `UnusableValue` if the database was sealed with another key. A database from before proofs were stored has its
 * second factors tested instead.
 */
async function checkKey(
  { config, database, runtime }: Omit<MasterKeyParts, 'logger'>,
  key: Buffer,
  proof: Buffer | undefined,
): Promise<void> {
  let isOpened: boolean;
  if (proof) {
    isOpened = proof.length === 0 || opens(proofBox(key, runtime), proof, proofContext);
  } else {
    const factors = await listSealedFactors(database);
    const box = createSecretBox({ masterKey: key, purpose: factorPurpose, randomBytes: runtime.randomBytes });
    isOpened =
      factors.length === 0 || factors.some(({ accountId, sealed }) => opens(box, sealed, factorContext(accountId)));
  }
  if (!isOpened) refuseKey(config, config.secretKey ? 'another one' : `another one in ${fileName} of the data folder`);
}

function proofBox(masterKey: Buffer, { randomBytes }: Pick<Runtime, 'randomBytes'>): SecretBox {
  return createSecretBox({ masterKey, purpose: 'proof of the key', randomBytes });
}

function opens(box: SecretBox, sealed: Buffer, context: string): boolean {
  try {
    box.open(sealed, context);
    return true;
  } catch {
    return false;
  }
}

async function readKeyFile(dataDir: string): Promise<Buffer | null> {
  const key = await readFile(join(dataDir, fileName)).catch((fault: unknown) => {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return null;
    throw fault;
  });
  if (!key || key.length === keyBytes) return key;
  const expected = `no key, or a data folder whose ${fileName} is ${keyBytes} bytes long`;
  throw new UnusableValue({ variable: 'SECRET_KEY', expected, found: `${key.length} bytes there` }, undefined);
}

async function makeKey({ config: { dataDir }, runtime, logger }: MasterKeyParts): Promise<Buffer> {
  const made = runtime.randomBytes(keyBytes);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(join(dataDir, fileName), made, { mode: 0o600, flag: 'wx' });
  logger.warn(
    { file: fileName },
    'SECRET_KEY is not set: a key was made in the data folder; keep it with your backups',
  );
  return made;
}

function refuseKey({ dataDir }: Pick<MasterKeyParts['config'], 'dataDir'>, found: string): never {
  const expected = `the key that this database was sealed by, or ${fileName} of that time in ${dataDir}`;
  throw new UnusableValue({ variable: 'SECRET_KEY', expected, found }, undefined);
}
