import type { DescribedColumn, DescribedStatement } from './describe-statement.ts';
import type { Origin } from './result-columns.ts';

/** Returns the TypeScript type of a column if the schema knows it more precisely than PostgreSQL, else null. */
export type NarrowType = (origin: Origin) => string | null;

const typeNames: Readonly<Record<string, string>> = {
  ...{ smallint: 'number', integer: 'number', bigint: 'number', 'double precision': 'number', real: 'number' },
  ...{ text: 'string', uuid: 'string', numeric: 'string', date: 'string', interval: 'string', inet: 'string' },
  ...{
    boolean: 'boolean',
    'timestamp with time zone': 'Date',
    bytea: 'Buffer',
    void: 'string',
    json: 'unknown',
    jsonb: 'unknown',
  },
};

function typeOf(type: string): string {
  if (type.endsWith('[]')) return `${typeOf(type.slice(0, -2))}[]`;
  const name = typeNames[type];
  if (name === undefined) throw new Error(`No TypeScript type is known for ${type}`);
  return name;
}

const orNull = (type: string) => (type === 'unknown' ? type : `${type} | null`);

/** JSON is passed as text, because node-postgres would turn an array into a PostgreSQL array. */
const valueParameterType = (type: string) => (['json', 'jsonb'].includes(type) ? 'string' : typeOf(type));

/**
 * The type of a parameter. Elements of an array may be null: if a column does not allow that, its constraint refuses
 * it.
 */
function parameterType({ type, isNullable }: DescribedStatement['parameters'][number]): string {
  const taken = type.endsWith('[]')
    ? `readonly (${valueParameterType(type.slice(0, -2))} | null)[]`
    : valueParameterType(type);
  return isNullable ? orNull(taken) : taken;
}

function fields(entries: readonly (readonly [name: string, type: string])[]): string {
  return `{ ${entries.map(([name, type]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${type}`).join('; ')} }`;
}

/** The type of a result: a union of literals if the values of every source are known, else PostgreSQL's type. */
function valueType({ type, sources, list }: DescribedColumn, narrow: NarrowType): string {
  const known = sources.map((source) => ('literal' in source ? JSON.stringify(source.literal) : narrow(source)));
  const isNarrow = known.length > 0 && known.every((one) => one !== null);
  const one = isNarrow ? [...new Set(known)].sort().join(' | ') : typeOf(list === 'none' ? type : type.slice(0, -2));
  if (list === 'none') return one;
  return list === 'of values' ? `(${one})[]` : `(${one} | null)[]`;
}

/** The type of a row. Columns of the same outer join are null together, because its row either exists or does not. */
function rowType(columns: readonly DescribedColumn[], narrow: NarrowType): string {
  if (columns.length === 0) return 'never';
  const twice = columns.find(({ name }, index) => columns.slice(0, index).some((other) => other.name === name));
  if (twice) throw new Error(`two columns have the name ${twice.name}`);
  const named = (column: DescribedColumn) => {
    const type = valueType(column, narrow);
    return [column.name, column.isNullable ? orNull(type) : type] as const;
  };
  const joins = [...new Set(columns.map(({ nulledBy }) => nulledBy))].sort();
  const parts = joins.map((join) => {
    const joined = columns.filter(({ nulledBy }) => nulledBy === join);
    const there = fields(joined.map(named));
    return join === '' ? there : `(${there} | ${fields(joined.map(({ name }) => [name, 'null']))})`;
  });
  return parts.join(' & ');
}

/** The members of `StatementTypes` for a statement. */
export function typesOf({ parameters, columns }: DescribedStatement, narrow: NarrowType): string {
  const takes =
    parameters.length === 0
      ? 'null'
      : fields(parameters.map((parameter) => [parameter.name, parameterType(parameter)]));
  return `{ takes: ${takes}; gives: ${rowType(columns, narrow)} }`;
}
