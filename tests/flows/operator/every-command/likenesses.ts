import { expect } from 'vitest';

/** Matchers for answers that differ in each run or that contain more than a case checks. */

export const anyText = expect.any(String) as string;
export const anyNumber = expect.any(Number) as number;
export const anyThing = expect.any(Object) as object;

export function textLike(part: string | RegExp): string {
  return (typeof part === 'string' ? expect.stringContaining(part) : expect.stringMatching(part)) as string;
}

/** A list that has a row with these fields. */
export function rowsWith(row: object): object[] {
  return expect.arrayContaining([expect.objectContaining(row)]) as object[];
}
