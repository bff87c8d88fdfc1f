import pg from 'pg';

/** PostgreSQL's ids of the types that are parsed in our own way. */
const oid = { int8: 20, int8Array: 1016, date: 1082 };

type Parse = (text: string) => unknown;
const defaultParser = pg.types.getTypeParser as (typeOid: number, format?: 'text' | 'binary') => Parse;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The integer ${text} does not fit a JavaScript number`);
  return value;
}

// node-postgres parses an array of int8 into strings; the same parser splits it for us.
const splitIntegers = defaultParser(oid.int8Array) as (text: string) => string[];

function parserOf(typeOid: number, format?: 'text' | 'binary'): Parse {
  if (typeOid === oid.int8) return safeInteger;
  if (typeOid === oid.int8Array) return (text) => splitIntegers(text).map(safeInteger);
  if (typeOid === oid.date) return (text) => text;
  return defaultParser(typeOid, format);
}

/**
 * How columns are parsed: int8 as a number (throws if it does not fit), date as text (it has no time zone), everything
 * else as node-postgres does, timestamptz as Date.
 */
export const columnTypes: pg.CustomTypesConfig = { getTypeParser: parserOf as typeof pg.types.getTypeParser };
