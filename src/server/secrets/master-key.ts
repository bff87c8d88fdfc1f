import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Queries } from '../db/database.ts';
import { UnusableValue } from '../environment.ts';
import type { Runtime } from '../runtime.ts';
import { insertKeyProof, loadKeyProof } from './key-proof-rows.ts';
import { createSecretBox } from './secret-box.ts';

const fileName = 'secret.key';
const keyBytes = 32;
const proofContext = 'database';

export interface MasterKeyParts {
  config: Pick<Config, 'secretKey' | 'dataDir'>;
  /** Migrated. */
  database: Queries;
  runtime: Pick<Runtime, 'randomBytes' | 'now'>;
  logger: Pick<Logger, 'warn'>;
}

/**
 * The key of what is encrypted at rest: `SECRET_KEY`, or else the one in the data folder, which is made for nobody else to read where
 * the database has seen none yet. Without it documents and second factors are lost: it belongs into the backups, apart from the database's.
 * Throws `UnusableValue` where the database was sealed by another one: every code and document would be refused as if it were wrong.
 */
export async function loadMasterKey(parts: MasterKeyParts): Promise<Buffer> {
  const { config, database, runtime } = parts;
  const proof = await loadKeyProof(database);
  const kept = config.secretKey ?? (await keptKey(config.dataDir));
  if (!kept && proof) refuseKey(config, 'none');
  const key = kept ?? (await makeKey(parts));
  const box = createSecretBox({ masterKey: key, purpose: 'proof of the key', randomBytes: runtime.randomBytes });
  if (!proof) await insertKeyProof(database, box.seal(Buffer.alloc(0), proofContext), new Date(runtime.now()));
  try {
    // Of two that start at once, one was the first.
    box.open(proof ?? (await loadKeyProof(database)) ?? Buffer.alloc(0), proofContext);
  } catch {
    refuseKey(config, config.secretKey ? 'another one' : `another one in ${fileName} of the data folder`);
  }
  return key;
}

async function keptKey(dataDir: string): Promise<Buffer | null> {
  const kept = await readFile(join(dataDir, fileName)).catch((fault: unknown) => {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return null;
    throw fault;
  });
  if (!kept || kept.length === keyBytes) return kept;
  const expected = `no key, or a data folder whose ${fileName} is ${keyBytes} bytes long`;
  throw new UnusableValue({ variable: 'SECRET_KEY', expected, found: `${kept.length} bytes there` }, undefined);
}

async function makeKey({ config: { dataDir }, runtime, logger }: MasterKeyParts): Promise<Buffer> {
  const made = runtime.randomBytes(keyBytes);
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, fileName), made, { mode: 0o600, flag: 'wx' });
  logger.warn(
    { file: fileName },
    'SECRET_KEY is not set: a key was made in the data folder; keep it with your backups',
  );
  return made;
}

function refuseKey({ dataDir }: Pick<Config, 'dataDir'>, found: string): never {
  const expected = `the key that this database was sealed by, or ${fileName} of that time in ${dataDir}`;
  throw new UnusableValue({ variable: 'SECRET_KEY', expected, found }, undefined);
}
