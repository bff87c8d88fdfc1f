import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian installs programs for root, and the PostgreSQL servers, in folders that are not in a user's PATH. */
function folders(): string[] {
  const postgres = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  return [...postgres, ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
}

/** The path of an installed program, or undefined. If Debian has several versions of PostgreSQL, the newest. */
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

/** The path of a program that a bench requires. Throws with its name if it is not installed. */
export function needProgram(name: string): string {
  const found = findProgram(name);
  if (found === undefined) throw new Error(`${name} is not installed, and this bench needs it`);
  return found;
}
