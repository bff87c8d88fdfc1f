import { createContext } from 'react';
import type { Translate } from '../../lib/i18n/translate.ts';
import { useRequired } from '../shared/use-required.ts';

/** How its dialog can be closed: also by Escape and a click beside it, only by its button, or not now. */
export type Shutting = 'anyhow' | 'by its button' | 'never';

/** Where the deposit leads to, in the language of the page. */
export interface DepositPaths {
  /** Where it is left to. */
  platform: string;
  /** Where missing details of the profile are filled in. */
  details: string;
  /** The page itself, for who comes back from there. */
  deposit: string;
  /** Where providers lead back to. */
  back: string;
  contact: string;
  transactions: string;
}

/** What every part of the deposit needs. */
export interface DepositContextValue {
  /** Keys start with their namespace: `deposit.…`, `problems.…`, `common.…`. */
  t: Translate;
  locale: string;
  paths: DepositPaths;
}

export const DepositContext = createContext<DepositContextValue | null>(null);

export function useDeposit(): DepositContextValue {
  return useRequired(DepositContext);
}
