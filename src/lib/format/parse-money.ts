/**
 * Money as a reader types it, in major units: digits, then at most two decimals after a point or a comma. Null for anything
 * else. Thousands separators are not guessed at: `1,000` is a thousand to one reader and one to another.
 */
export function parseMoney(text: string): number | null {
  const plain = text.trim();
  return /^\d+([.,]\d{0,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : null;
}
