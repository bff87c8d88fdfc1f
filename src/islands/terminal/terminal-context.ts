import { createContext, use } from 'react';
import { defaultLocale } from '../../brand.ts';
import type { FirstStep } from '../../lib/contract/accounts/first-steps.ts';
import type { Translate } from '../../lib/i18n/translate.ts';

/** Values that every part of the trading screen needs. */
export interface TerminalContextValue {
  /** Keys start with their namespace: `platform.…`, `problems.…`, `common.…`. */
  t: Translate;
  locale: string;
  /** ISO 4217. */
  currency: string;
  /** Where each first step of a customer is taken. */
  paths: Readonly<Record<FirstStep, string>>;
}

export const TerminalContext = createContext<TerminalContextValue | null>(null);

export function useTerminal(): TerminalContextValue {
  const value = use(TerminalContext);
  if (!value) throw new Error('the trading screen is not mounted');
  return value;
}

/** The address of a page in a language. */
export function pathIn(locale: string, path: string): string {
  return locale === defaultLocale ? path : `/${locale}${path}`;
}
