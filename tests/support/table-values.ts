/** The cells of a table as values that can be compared. */

/** A cell's value: words stay as they are, times become unix milliseconds, anything else becomes the number in it. */
export function valueOf(text: string): string | number {
  if (/^\d{1,2} [A-Z][a-z]{2}/.test(text)) return Date.parse(`${text} UTC`);
  const number = /[-−+]?\D{0,2}\d[\d,]*(\.\d+)?/.exec(text)?.[0];
  if (/^[A-Z][A-Za-z ]/.test(text) || number === undefined) return text;
  const absolute = Number(number.replace(/[^\d.]/g, ''));
  return /[-−]/.test(number) ? -absolute : absolute;
}

/** Whether the values never decrease (`ascending`) or never increase. */
export function isInOrder(values: readonly (string | number)[], order: 'ascending' | 'descending'): boolean {
  return values.every((value, index) => {
    const before = values[index - 1];
    return before === undefined || (order === 'ascending' ? before <= value : before >= value);
  });
}
