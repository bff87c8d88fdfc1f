import { brand } from '../../brand.ts';
import { guessableMessage } from '../../lib/contract/accounts/account-fields.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { BreachCheck } from './breached-passwords.ts';
import { fold, guessBits } from './guess-bits.ts';
import type { IsKnown } from './known-passwords.ts';

export interface PasswordRuleParts {
  isKnown: IsKnown;
  breaches: Pick<BreachCheck, 'isBreached'>;
  /** The site's public address; its name is refused as a password, too. */
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
  /** The field that shows a refusal. */
  field: 'password' | 'new_password';
}

/**
 * The least that a new password has to withstand: 33 million guesses. Fewer could be tried even by a rate-limited
 * attacker.
 */
export const fewestGuessBits = 25;

/**
 * The rule for new passwords, wherever one is set; never applied at a log-in. `refuseEasy` answers at once, from what
 * the product knows: it refuses combinations of common words, runs of keys, digits, and words of the brand and of the
 * owner, and passwords in the list of known ones. `refuseBreached` asks the broker's service, if there is one: it can
 * take two seconds, so it belongs after every limit and outside of database transactions. Problem of both: VALIDATION,
 * at the field.
 */
export interface PasswordRule {
  refuseEasy: (chosen: NewPassword) => Result;
  refuseBreached: (chosen: NewPassword) => Promise<Result>;
}

export function createPasswordRule({ isKnown, breaches, siteUrl }: PasswordRuleParts): PasswordRule {
  const ofBrand = [...wordsOf(brand.name), ...wordsOf(new URL(siteUrl).hostname)];
  const tooEasy = (field: NewPassword['field']) => refuse('VALIDATION', { fields: { [field]: guessableMessage } });
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

/** The words of a text with three letters or more, and the whole text without separators. */
function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const pieces = fold(text).split(/[\s.@]+/);
  return [...words, ...pieces, words.join(''), fold(text)].filter((word) => word.length >= 3);
}
