import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program is installed; undefined when it is not. Also looks where Debian keeps what only root runs. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
