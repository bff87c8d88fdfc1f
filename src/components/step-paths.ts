import { brand } from '../brand.ts';
import type { Locale } from '../brand.ts';
import type { FirstStep } from '../lib/contract/accounts/first-steps.ts';
import { pathIn } from './words.ts';

/** Where a new customer takes each first step, in a language. */
export function stepPaths(locale: Locale): Record<FirstStep, string> {
  return {
    profile: pathIn(locale, '/my-account/info'),
    documents: pathIn(locale, '/my-account/documents'),
    deposit: pathIn(locale, '/payment/deposit'),
    trade: pathIn(locale, `/platform/${brand.defaultSymbol}`),
  };
}
