/** A UUID that spells a name of at most 16 letters, so that tests can use readable names. */
export function idNamed(name: string): string {
  const hex = Buffer.from(name.padEnd(16), 'latin1').toString('hex');
  return [0, 8, 12, 16, 20].map((from, part, starts) => hex.slice(from, starts[part + 1])).join('-');
}

export function nameOf(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('latin1').trimEnd();
}
