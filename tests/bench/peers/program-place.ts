import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../support/product/free-port.ts';

/**
 * Where a program that a bench starts beside the product lives: a folder of its own and a port that nobody listens on.
 */
export interface ProgramPlace {
  folder: string;
  port: number;
  remove: () => Promise<void>;
}

/** The user and group that a program runs as. */
export interface Owner {
  uid: number;
  gid: number;
}

/** Makes a place; its folder is the owner's where one is named, and may be looked into by all. */
export async function makePlace(name: string, owner?: Owner): Promise<ProgramPlace> {
  const folder = await mkdtemp(join(tmpdir(), `brokerkit-${name}-`));
  await chmod(folder, 0o755);
  if (owner) await chown(folder, owner.uid, owner.gid);
  return { folder, port: await findFreePort(), remove: () => rm(folder, { recursive: true, force: true }) };
}
