import { createContext } from 'react';
import type { Translate } from '../../lib/i18n/translate.ts';
import { useRequired } from '../shared/page/use-required.ts';

/** Where the page leads on to, in its language. */
export interface ReturnPaths {
  platform: string;
  deposit: string;
  transactions: string;
  contact: string;
  /** Where an account is verified. */
  documents: string;
}

export interface ReturnContextValue {
  /** Keys start with their namespace: `deposit.…`, `problems.…`, `common.…`. */
  t: Translate;
  locale: string;
  paths: ReturnPaths;
}

export const ReturnContext = createContext<ReturnContextValue | null>(null);

export function useReturn(): ReturnContextValue {
  return useRequired(ReturnContext);
}
