import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { UnusableValue } from '../environment.ts';

/** Whether a password is a known one, regardless of upper and lower case. */
export type IsKnown = (password: string) => boolean;

/** The most lines of a broker's file; about 100 MB of memory. */
export const mostKnownPasswords = 1_000_000;
const longestLine = 200;

let shipped: Promise<ReadonlySet<string>> | undefined;

/** Loaded once and on demand, so that commands that set no password start without it. */
function openShipped(): Promise<ReadonlySet<string>> {
  shipped ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  );
  return shipped;
}

/**
 * Opens the known passwords: the 49,000 most used, from a list that ships with the product, and those of the broker's
 * own file, one in each line, in UTF-8 (null: no file). Without a file this takes about 7 MB of memory and a tenth of a
 * second. Throws `UnusableValue` if the file cannot be read, is empty, or has too many lines.
 */
export async function openKnownPasswords(file: string | null): Promise<IsKnown> {
  const known = await openShipped();
  const ofBroker = await readList(file);
  return (password) => {
    const text = password.toLowerCase();
    return known.has(text) || ofBroker.has(text);
  };
}

async function readList(file: string | null): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  if (file === null) return known;
  const refuse = (found: string, cause?: unknown) => {
    const expected = `a text file with one password a line, ${mostKnownPasswords} at most`;
    return new UnusableValue({ variable: 'KNOWN_PASSWORDS_FILE', expected, found: `${file}: ${found}` }, cause);
  };
  try {
    for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
      if (line !== '' && line.length <= longestLine) known.add(line.toLowerCase());
      if (known.size > mostKnownPasswords) throw refuse('more');
    }
  } catch (fault) {
    throw fault instanceof UnusableValue ? fault : refuse(fault instanceof Error ? fault.message : 'unreadable', fault);
  }
  if (known.size === 0) throw refuse('nothing');
  return known;
}
