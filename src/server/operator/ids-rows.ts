import type { Queries } from '../db/database.ts';
import { statements } from '../db/statement.ts';

const idsOf = (table: string) => `select id from ${table} where id between :from and :until order by id limit :most`;

const ids = statements('operator-ids', {
  transactions: idsOf('transactions'),
  payment_events: idsOf('payment_events'),
  popups: idsOf('popups'),
  documents: idsOf('documents'),
  positions: idsOf('positions'),
  form_entries: idsOf('form_entries'),
});

/** The tables whose rows operators refer to by id. */
export type NamedTable = keyof typeof ids;

/** The ids of a table from `from` to `until`, in order, at most `most`. */
export async function findIds(
  queries: Queries,
  { table, ...range }: { table: NamedTable; from: string; until: string; most: number },
): Promise<string[]> {
  return (await ids[table].rows(queries, range)).map(({ id }) => id);
}

const digits = 32;
const fewestDigits = 8;
const mostShown = 5;
const someId = /^[0-9a-f-]+$/;

/**
 * Reads an id, or its beginning of eight digits or more as screens show it. Returns it in lower case; null if the text
 * is neither.
 */
export function readId(typed: string): string | null {
  const id = typed.trim().toLowerCase();
  const { length } = bare(id);
  return someId.test(id) && length >= fewestDigits && length <= digits ? id : null;
}

/** Says what is wrong with an id that `readId` rejects. */
export function idFault(typed: string, what: string): string {
  if (typed === '') return `The id of a ${what} is missing.`;
  return `${typed} is not an id. Type at least its first ${fewestDigits} digits.`;
}

/** Finds the only id that begins with `id`. If there is none, or more than one, returns a text that says so. */
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
