import type { Queries } from '../../db/database.ts';
import type { NamedTable } from './ids-rows.ts';
import { findIds } from './ids-rows.ts';

const digits = 32;
const fewestDigits = 8;
const mostShown = 5;
const someId = /^[0-9a-f-]+$/;

/** An id, or its beginning of eight digits or more, as screens show it, in lower case; null for what is none. */
export function readId(typed: string): string | null {
  const id = typed.trim().toLowerCase();
  const { length } = bare(id);
  return someId.test(id) && length >= fewestDigits && length <= digits ? id : null;
}

/** In words what is wrong with an id that `readId` does not take. */
export function idFault(typed: string, what: string): string {
  if (typed === '') return `The id of a ${what} is missing.`;
  return `${typed} is no id: it takes the first ${fewestDigits} digits of one, or more.`;
}

/** What the beginning of an id is the beginning of, of which there has to be one; in words where there is none, or more. */
export async function findId(
  queries: Queries,
  { table, what, id }: { table: NamedTable; what: string; id: string },
): Promise<{ ok: true; id: string } | { ok: false; text: string }> {
  const from = bare(id).padEnd(digits, '0');
  const until = bare(id).padEnd(digits, 'f');
  const [found, ...more] = await findIds(queries, { table, from, until, most: mostShown + 1 });
  if (found === undefined) return { ok: false, text: `There is no ${what} whose id begins with ${id}.` };
  if (more.length === 0) return { ok: true, id: found };
  const shown = [found, ...more].slice(0, mostShown);
  const rest = more.length >= mostShown ? ['…'] : [];
  return { ok: false, text: [`More than one ${what} begins with ${id}:`, ...shown, ...rest].join('\n') };
}

const bare = (id: string) => id.replaceAll('-', '');
