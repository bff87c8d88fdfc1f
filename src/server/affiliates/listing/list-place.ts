/**
 * A place in the list of an affiliate's accounts: after which account it goes on. It names the account as the affiliate knows it, and by what
 * the list was in order there: an account whose first deposit comes meanwhile moves none of the others.
 */
export interface ListPlace {
  /** By when it was opened, by its first deposit, or among those without one, by when they were opened. */
  part: ListPart;
  /** The instant that it stands by, in microseconds since 1970. */
  micros: number;
  /** The referral code of the account. */
  uniqid: string;
}

export const listParts = { created: 'c', deposited: 'd', undeposited: 'n' } as const;
export type ListPart = keyof typeof listParts;

export function writePlace({ part, micros, uniqid }: ListPlace): string {
  return `${listParts[part]}${micros}.${uniqid}`;
}

/** Null where the text is no place. */
export function readPlace(text: string): ListPlace | null {
  const [, letter, digits, uniqid] = /^([cdn])(\d{1,16})\.([A-Za-z0-9_-]{1,40})$/.exec(text) ?? [];
  const part = (Object.keys(listParts) as ListPart[]).find((one) => listParts[one] === letter);
  const micros = Number(digits);
  return part && uniqid !== undefined && Number.isSafeInteger(micros) ? { part, micros, uniqid } : null;
}
