import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian keeps what only root runs, and the servers of PostgreSQL, out of the way of a user's shell. */
function folders(): string[] {
  const postgres = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  return [...postgres, ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
}

/** Where a program is installed; undefined when it is not. Of several PostgreSQLs in Debian's place, the newest. */
export function findProgram(name: string): string | undefined {
  return folders()
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

/** Where a program is installed that a bench cannot do without. Throws with its name where it is not. */
export function needProgram(name: string): string {
  const found = findProgram(name);
  if (found === undefined) throw new Error(`${name} is not installed, and this bench needs it`);
  return found;
}
