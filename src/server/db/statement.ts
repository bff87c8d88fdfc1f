import type { QueryResultRow } from 'pg';
import type { Queries } from './database.ts';
import type { StatementTypes } from './statement-types.ts';

type Name = keyof StatementTypes;

/** The values of a statement by parameter name; none if it has no parameters. */
type Values<Takes> = [Takes] extends [null] ? [] : [values: Takes];

/** An SQL statement whose parameters and columns were checked against the schema. */
export interface Statement<Takes, Gives> {
  /** The text for PostgreSQL: `$1` in place of the first name. */
  readonly text: string;
  /** The names of the parameters, in the order of their numbers. */
  readonly parameters: readonly string[];
  /** Runs it and returns its rows. */
  rows: (queries: Queries, ...values: Values<Takes>) => Promise<Gives[]>;
  /** Runs it and returns its first row; null if there is none. */
  first: (queries: Queries, ...values: Values<Takes>) => Promise<Gives | null>;
  /**
   * Runs it by a cursor and yields its rows in pieces, so that only one piece is in memory. `queries` must be in a
   * database transaction, which may run one such statement at a time.
   */
  pieces: (queries: Queries, ...values: Values<Takes>) => AsyncGenerator<Gives[]>;
  /** Runs it and returns how many rows it wrote. */
  write: (queries: Queries, ...values: Values<Takes>) => Promise<number>;
}

type StatementOf<Of extends Name> = Statement<StatementTypes[Of]['takes'], StatementTypes[Of]['gives']>;

interface Options {
  /**
   * `once`: prepared under its name and planned once for each connection. `afresh`: not prepared, so every run is
   * planned for the current size of the tables.
   */
  planned?: 'once' | 'afresh';
  /** Rows in a piece. */
  pieceLength?: number;
}

/** For the gate that checks SQL statements: every defined text, by the name of its statement. */
export const definedStatements = new Map<string, string[]>();

/**
 * Defines a statement. A parameter is `:name`, or `:name?` if null may be given. Columns are nullable if the schema or
 * an outer join allows it; a column that ends in `!` (`as "total!"`) is declared non-null. `npm run statements` writes
 * the types of a new or changed one.
 */
export function statement<Of extends Name>(name: Of, text: string, options?: Options): StatementOf<Of> {
  return statements(name, { only: text }, options).only;
}

/** Several statements with the same parameters and columns, such as one for each sort order of a list. */
export function statements<Of extends Name, Variant extends string>(
  name: Of,
  texts: Readonly<Record<Variant, string>>,
  options: Options = {},
): Record<Variant, StatementOf<Of>> {
  if (definedStatements.has(name)) throw new Error(`There are two statements with the name ${name}`);
  const variants = Object.entries(texts) as [Variant, string][];
  definedStatements.set(
    name,
    variants.map(([, text]) => text),
  );
  const made = variants.map(([variant, text]) => {
    const wireName = variants.length === 1 ? name : `${name}-${variant}`;
    return [variant, make(options.planned === 'afresh' ? undefined : wireName, text, options.pieceLength)];
  });
  return Object.fromEntries(made) as Record<Variant, StatementOf<Of>>;
}

function make(
  name: string | undefined,
  marked: string,
  pieceLength = 2_000,
): Statement<Record<string, unknown>, QueryResultRow> {
  const { text, parameters } = numberParameters(marked);
  type Given = Readonly<Record<string, unknown>>;
  const valuesOf = (given: Given = {}) => parameters.map((parameter) => given[parameter]);
  const query = (queries: Queries, given?: Given) => queries.query({ name, text, values: valuesOf(given) });
  async function* pieces(queries: Queries, given?: Given): AsyncGenerator<QueryResultRow[]> {
    await queries.query(`declare pieces no scroll cursor for ${text}`, valuesOf(given));
    for (;;) {
      const { rows } = await queries.query(`fetch ${pieceLength} from pieces`);
      if (rows.length > 0) yield rows;
      if (rows.length < pieceLength) break;
    }
    await queries.query('close pieces');
  }
  return {
    text,
    parameters,
    rows: async (queries, given) => (await query(queries, given)).rows,
    first: async (queries, given) => (await query(queries, given)).rows[0] ?? null,
    pieces,
    write: async (queries, given) => (await query(queries, given)).rowCount ?? 0,
  };
}

/** Finds `:name` and `:name?`; skips quoted texts and casts. */
const marks = /'(?:[^']|'')*'|"[^"]*"|::|:(\w+)\??/g;

/** Replaces the names of parameters by numbers, and removes the `!` from the columns. */
export function numberParameters(marked: string): { text: string; parameters: string[] } {
  const parameters: string[] = [];
  const text = marked.replaceAll(marks, (mark: string, parameter?: string) => {
    if (mark.startsWith('"')) return mark.replace(/!"$/, '"');
    if (parameter === undefined) return mark;
    if (!parameters.includes(parameter)) parameters.push(parameter);
    return `$${parameters.indexOf(parameter) + 1}`;
  });
  return { text, parameters };
}
