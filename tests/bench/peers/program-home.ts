import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../support/product/free-port.ts';

/** The folder and the free port of a program that a bench starts beside the product. */
export interface ProgramHome {
  folder: string;
  port: number;
  remove: () => Promise<void>;
}

/** The user and group that a program runs as. */
export interface Owner {
  uid: number;
  gid: number;
}

/** Creates the folder and finds a port. The folder belongs to `owner` if there is one, and everybody may read it. */
export async function makeProgramHome(name: string, owner?: Owner): Promise<ProgramHome> {
  const folder = await mkdtemp(join(tmpdir(), `brokerkit-${name}-`));
  await chmod(folder, 0o755);
  if (owner) await chown(folder, owner.uid, owner.gid);
  return { folder, port: await findFreePort(), remove: () => rm(folder, { recursive: true, force: true }) };
}
