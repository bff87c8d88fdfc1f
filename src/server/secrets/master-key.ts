import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { UnusableValue } from '../environment.ts';
import type { Runtime } from '../runtime.ts';

const fileName = 'secret.key';
const keyBytes = 32;

export interface MasterKeyParts {
  config: Pick<Config, 'secretKey' | 'dataDir'>;
  runtime: Pick<Runtime, 'randomBytes'>;
  logger: Pick<Logger, 'warn'>;
}

/**
 * The key of what is encrypted at rest: `SECRET_KEY`, or else the one in the data folder, which is made at the first start for nobody
 * else to read. Without it documents and second factors are lost: it belongs into the backups, apart from the database's.
 */
export async function loadMasterKey({ config, runtime, logger }: MasterKeyParts): Promise<Buffer> {
  if (config.secretKey !== null) return config.secretKey;
  const path = join(config.dataDir, fileName);
  const kept = await readFile(path).catch((fault: unknown) => {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return null;
    throw fault;
  });
  if (kept?.length === keyBytes) return kept;
  if (kept) {
    const expected = `no key, or a data folder whose ${fileName} is ${keyBytes} bytes long`;
    throw new UnusableValue({ variable: 'SECRET_KEY', expected, found: `${kept.length} bytes there` }, undefined);
  }
  const made = runtime.randomBytes(keyBytes);
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(path, made, { mode: 0o600, flag: 'wx' });
  logger.warn(
    { file: fileName },
    'SECRET_KEY is not set: a key was made in the data folder; keep it with your backups',
  );
  return made;
}
