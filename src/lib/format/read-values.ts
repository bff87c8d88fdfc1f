/** How to read the values of somebody else's file, such as a provider's. */
export interface ValueFormats {
  /** The unit of amounts: cents, or whole units of the currency. */
  unit: 'minor' | 'major';
  /** Null: deduced from each amount. */
  decimal: 'point' | 'comma' | null;
  /** The order of day and month in dates with slashes; null: accept only unambiguous dates. */
  dates: 'dmy' | 'mdy' | null;
}

/** A time as precise as in the file: an instant (both ends are equal) or a whole day. Unix milliseconds. */
export interface Moment {
  fromMs: number;
  untilMs: number;
}

/** An amount in minor units, with its sign; null if it is unreadable or ambiguous. */
export function readAmount(text: string, { unit, decimal }: Pick<ValueFormats, 'unit' | 'decimal'>): number | null {
  const bare = text.replaceAll(/[\s'’\p{Sc}]|[A-Z]{3}/gu, '');
  const parts = /^([+\-−]?)([\d.,]+)$/u.exec(bare);
  if (!parts) return null;
  const [, sign, digits = ''] = parts;
  const point = decimal === null ? decimalOf(digits) : { point: '.', comma: ',' }[decimal];
  if (point === null) return null;
  const [whole = '', fraction = '', ...more] = point === '' ? [digits] : digits.split(point);
  const group = point === '.' ? ',' : '.';
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})*$/.test(whole) || /^\d+$/.test(whole);
  if (more.length > 0 || !isGrouped || fraction.includes(group) || !/^\d{0,2}0*$/.test(fraction)) return null;
  const minor = Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  const signed = sign === '' || sign === '+' ? minor : -minor;
  if (!Number.isSafeInteger(signed)) return null;
  if (unit === 'major') return signed;
  return signed % 100 === 0 ? signed / 100 : null;
}

/** The decimal separator of an amount; empty if it has none, null if that is unclear. */
function decimalOf(digits: string): string | null {
  const signs = digits.replaceAll(/\d/g, '');
  const last = signs.at(-1);
  if (last === undefined) return '';
  if (new Set(signs).size > 1) return last;
  if (signs.length > 1) return last === '.' ? ',' : '.';
  // 1.234 is over a thousand to one reader, and just over one to another.
  return digits.length - digits.indexOf(last) - 1 === 3 ? null : last;
}

const clock = String.raw`(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?`;
const yearFirst = new RegExp(`^(\\d{4})[-/](\\d{2})[-/](\\d{2})${clock}$`);
const yearLast = new RegExp(`^(\\d{1,2})([./-])(\\d{1,2})\\2(\\d{4})${clock}$`);

/** Parses a date or an instant, in UTC if it names no zone. Null if it is unreadable or ambiguous. */
export function readMoment(text: string, dates: ValueFormats['dates']): Moment | null {
  const bare = text.trim();
  if (/^\d{10}$/.test(bare)) return instant(Number(bare) * 1000);
  if (/^\d{13}$/.test(bare)) return instant(Number(bare));
  const first = yearFirst.exec(bare);
  if (first) return momentOf([first[1], first[2], first[3]], first.slice(4));
  const last = yearLast.exec(bare);
  if (!last) return null;
  const [, one = '', separator, other = '', year] = last;
  const order = separator === '.' ? 'dmy' : (dates ?? clearOrder(Number(one), Number(other)));
  if (order === null) return null;
  const [day, month] = order === 'dmy' ? [one, other] : [other, one];
  return momentOf([year, month.padStart(2, '0'), day.padStart(2, '0')], last.slice(5));
}

function clearOrder(one: number, other: number): 'dmy' | 'mdy' | null {
  if (one === other) return 'dmy';
  if (one > 12) return 'dmy';
  return other > 12 ? 'mdy' : null;
}

const dayMs = 86_400_000;
const instant = (ms: number): Moment => ({ fromMs: ms, untilMs: ms });

function momentOf(date: (string | undefined)[], [hours, minutes, seconds = '00', zone = 'Z']: (string | undefined)[]) {
  const day = date.join('-');
  const dayStart = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(dayStart) || new Date(dayStart).toISOString().slice(0, 10) !== day) return null;
  if (hours === undefined) return { fromMs: dayStart, untilMs: dayStart + dayMs - 1 };
  const offset = zone === 'UTC' ? 'Z' : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const ms = Date.parse(`${day}T${hours}:${minutes}:${seconds}${offset}`);
  return Number.isNaN(ms) ? null : instant(ms);
}
