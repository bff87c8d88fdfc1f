import type { QueryResultRow } from 'pg';
import type { Queries } from './database.ts';
import type { StatementTypes } from './statement-types.ts';

type Name = keyof StatementTypes;

/** The values of a statement by the names of its parameters; none where it has none. */
type Values<Takes> = [Takes] extends [null] ? [] : [values: Takes];

/** An SQL statement whose parameters and columns were checked against the schema. */
export interface Statement<Takes, Gives> {
  /** As PostgreSQL reads it: `$1` in place of the first name. */
  readonly text: string;
  /** The names of the parameters in the order of their numbers. */
  readonly parameters: readonly string[];
  /** Runs it and returns its rows. */
  rows: (queries: Queries, ...values: Values<Takes>) => Promise<Gives[]>;
  /** Runs it and returns its first row; null where it gives none. */
  first: (queries: Queries, ...values: Values<Takes>) => Promise<Gives | null>;
  /**
   * Runs it by a cursor and gives its rows a piece at a time, so that no more than one is in memory. `queries` must be
   * in a database transaction, which has one such statement at a time.
   */
  pieces: (queries: Queries, ...values: Values<Takes>) => AsyncGenerator<Gives[]>;
  /** Runs it and returns how many rows it wrote. */
  write: (queries: Queries, ...values: Values<Takes>) => Promise<number>;
}

type StatementOf<Of extends Name> = Statement<StatementTypes[Of]['takes'], StatementTypes[Of]['gives']>;

interface Options {
  /**
   * `once`: prepared under its name and planned once per connection. `afresh`: planned for the size that the tables
   * have now.
   */
  planned?: 'once' | 'afresh';
  /** How many rows a piece has. */
  pieceLength?: number;
}

/** What the gate checks: every text that was defined, by the name that its types have. */
export const definedStatements = new Map<string, string[]>();

/**
 * Defines a statement. A parameter is `:name`, or `:name?` where null may be given. A column is null where the schema
 * or an outer join lets it be; one that ends in `!` (`as "total!"`) is never null by our word. `npm run statements`
 * writes the types of a new or changed one.
 */
export function statement<Of extends Name>(name: Of, text: string, options?: Options): StatementOf<Of> {
  return statements(name, { only: text }, options).only;
}

/** Several statements that take and give the same, such as one for each order of a list. */
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

/** Quoted texts and casts are passed over; `:name` and `:name?` are found. */
const marks = /'(?:[^']|'')*'|"[^"]*"|::|:(\w+)\??/g;

/** Puts numbers in place of the names of parameters, and takes the `!` off the columns. */
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
