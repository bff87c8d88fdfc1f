import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Locale } from '../../../brand.ts';
import { defaultLocale, locales } from '../../../brand.ts';
import type { Messages, Translate } from '../../../lib/i18n/translate.ts';
import { createTranslate } from '../../../lib/i18n/translate.ts';

/** The length that fits on a card and in a list. */
const mostCharacters = 60;

const text = z.string().check(z.minLength(1), z.maxLength(mostCharacters));
const byLanguage = z.partialRecord(z.enum(locales), text);

/**
 * A text that the broker wrote for customers: one for all languages, or one for each. The fallback language is
 * required, and is used for every language that is missing.
 */
export const brokerText = z.union([
  text,
  byLanguage.check(z.refine((texts) => texts[defaultLocale] !== undefined, { error: `a text in ${defaultLocale}` })),
]);
export type BrokerText = string | Partial<Record<Locale, string>>;

/** The label as the fields `label` and `labels` of a payment method. */
export function labelled(written: BrokerText) {
  const { all, own } = textsOf(written);
  return { label: all, labels: own };
}

/**
 * `all` is the text for languages without one of their own; `own` holds the texts by language, if the broker wrote
 * several.
 */
export function textsOf(written: BrokerText): { all: string; own: Partial<Record<Locale, string>> | undefined } {
  if (typeof written === 'string') return { all: written, own: undefined };
  return { all: written[defaultLocale] ?? '', own: written };
}

const folder = new URL('../../../../public/locales/', import.meta.url);

/** The label of card payments, by language. */
export function cardLabel(): Partial<Record<Locale, string>> {
  return inAll((t) => t('deposit.own.card'));
}

/** A text of the simulated methods, by language. */
export function sandboxLabel(name: 'card' | 'bank' | 'wallet' | 'holder' | 'iban'): Partial<Record<Locale, string>> {
  return inAll((t) => t(`deposit.own.sandbox.${name}`));
}

function inAll(label: (t: Translate) => string): Partial<Record<Locale, string>> {
  return Object.fromEntries(
    locales.map((locale) => {
      const deposit = JSON.parse(readFileSync(new URL(`${locale}/deposit.json`, folder), 'utf8')) as Messages;
      return [locale, label(createTranslate({ deposit }))];
    }),
  );
}
