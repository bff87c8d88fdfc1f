import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { UnusableValue } from '../environment.ts';

/** Whether a password is among those that are known, however its letters are written. */
export type IsKnown = (password: string) => boolean;

/** About 100 MB of memory. */
export const mostKnownPasswords = 1_000_000;
const longestLine = 200;

/**
 * Reads the broker's list of known passwords into memory, one a line, in UTF-8. Null: there is none. Throws `UnusableValue` where it cannot
 * be read, has nothing in it, or more than there is room for.
 */
export async function openKnownPasswords(file: string | null): Promise<IsKnown> {
  if (file === null) return () => false;
  const refuse = (found: string, cause?: unknown) => {
    const expected = `a text file with one password a line, ${mostKnownPasswords} at most`;
    return new UnusableValue({ variable: 'KNOWN_PASSWORDS_FILE', expected, found: `${file}: ${found}` }, cause);
  };
  const known = new Set<string>();
  try {
    for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
      if (line !== '' && line.length <= longestLine) known.add(line.toLowerCase());
      if (known.size > mostKnownPasswords) throw refuse('more');
    }
  } catch (fault) {
    throw fault instanceof UnusableValue ? fault : refuse(fault instanceof Error ? fault.message : 'unreadable', fault);
  }
  if (known.size === 0) throw refuse('nothing');
  return (password) => known.has(password.toLowerCase());
}
