/** What the cells of a table say, as something to compare. */

/** A cell's value: words as they are, times as instants, anything else as the number that it is. */
export function valueOf(text: string): string | number {
  if (/^[A-Z][a-z]{2} \d/.test(text)) return Date.parse(`${text} UTC`);
  const number = /[-−+]?\D{0,2}\d[\d,]*(\.\d+)?/.exec(text)?.[0];
  if (/^[A-Z][A-Za-z ]/.test(text) || number === undefined) return text;
  const absolute = Number(number.replace(/[^\d.]/g, ''));
  return /[-−]/.test(number) ? -absolute : absolute;
}

/** Whether values never fall, or never rise. */
export function isInOrder(values: readonly (string | number)[], order: 'ascending' | 'descending'): boolean {
  return values.every((value, place) => {
    const before = values[place - 1];
    return before === undefined || (order === 'ascending' ? before <= value : before >= value);
  });
}
