import { brand } from '../../brand.ts';
import { guessableWords } from '../../lib/contract/accounts/account-fields.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { BreachCheck } from './breached-passwords.ts';
import { fold, guessBits } from './guess-bits.ts';
import type { IsKnown } from './known-passwords.ts';

export interface PasswordRuleParts {
  isKnown: IsKnown;
  breaches: Pick<BreachCheck, 'isBreached'>;
  /** The site's public address: its name is no password either. */
  siteUrl: string;
}

/** Whose password it will be. */
export interface PasswordOwner {
  firstName: string | null;
  lastName: string | null;
  email: string;
}

export interface NewPassword {
  password: string;
  owner: PasswordOwner;
  /** Where a refusal is shown. */
  field: 'password' | 'new_password';
}

/**
 * What a new password has to withstand: 33 million guesses. Shorter ones than this fall to a guesser who is slowed
 * down, too.
 */
export const fewestGuessBits = 25;

/**
 * The rule of new passwords, wherever one is set; never asked at a log-in. `refuseEasy` looks at once, at what the
 * product knows: what is put together from common words, runs of keys, digits, or words of the brand and of its owner,
 * and the broker's list of known ones. `refuseBreached` asks the broker's service, where there is one: it waits for up
 * to two seconds and belongs behind every limit, outside of transactions. Problem of both: VALIDATION, at the field.
 */
export interface PasswordRule {
  refuseEasy: (chosen: NewPassword) => Result;
  refuseBreached: (chosen: NewPassword) => Promise<Result>;
}

export function createPasswordRule({ isKnown, breaches, siteUrl }: PasswordRuleParts): PasswordRule {
  const ofBrand = [...wordsOf(brand.name), ...wordsOf(new URL(siteUrl).hostname)];
  const tooEasy = (field: NewPassword['field']) => refuse('VALIDATION', { fields: { [field]: guessableWords } });
  return {
    refuseEasy: ({ password, owner, field }) => {
      const { firstName, lastName, email } = owner;
      const ofOwner = [firstName ?? '', lastName ?? '', email].flatMap(wordsOf);
      const isEasy = guessBits(password, new Set([...ofBrand, ...ofOwner])) < fewestGuessBits || isKnown(password);
      return isEasy ? tooEasy(field) : { ok: true };
    },
    refuseBreached: async ({ password, field }) =>
      (await breaches.isBreached(password)) ? tooEasy(field) : { ok: true },
  };
}

/** A text’s words of three letters and more, and the whole without what stands between them. */
function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const pieces = fold(text).split(/[\s.@]+/);
  return [...words, ...pieces, words.join(''), fold(text)].filter((word) => word.length >= 3);
}
