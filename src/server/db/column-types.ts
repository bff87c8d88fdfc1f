import pg from 'pg';

const { builtins } = pg.types;
const int8Array: number = 1016;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The integer ${text} does not fit a JavaScript number`);
  return value;
}

// node-postgres parses an array of int8 into strings; the same parser splits it for us.
const splitIntegers = pg.types.getTypeParser(int8Array, 'text') as (text: string) => string[];

/**
 * How columns arrive: int8 as a number (one that does not fit is refused), date as its text (it has no zone),
 * everything else as node-postgres has it, timestamptz as Date.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === builtins.INT8) return safeInteger;
    if (oid === int8Array) return (text: string) => splitIntegers(text).map(safeInteger);
    if (oid === builtins.DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};
