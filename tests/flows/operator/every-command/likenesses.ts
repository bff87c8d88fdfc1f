import { expect } from 'vitest';

/** What an answer is held against where each run makes it anew, or where it is a part of more. */

export const anyText = expect.any(String) as string;
export const anyNumber = expect.any(Number) as number;
export const anyThing = expect.any(Object) as object;

export function textLike(part: string | RegExp): string {
  return (typeof part === 'string' ? expect.stringContaining(part) : expect.stringMatching(part)) as string;
}

/** A list in which there is a row with this in it. */
export function rowsWith(row: object): object[] {
  return expect.arrayContaining([expect.objectContaining(row)]) as object[];
}
