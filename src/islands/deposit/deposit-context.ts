import { createContext } from 'react';
import type { Translate } from '../../lib/i18n/translate.ts';
import { useRequired } from '../shared/use-required.ts';

/** How the dialog can be closed: in any way, including Escape and a press outside; only by its button; or not now. */
export type Shutting = 'anyhow' | 'by its button' | 'never';

/** The pages that the deposit links to, in the language of the page. */
export interface DepositPaths {
  /** Opened when the deposit dialog is closed. */
  platform: string;
  /** Where customers complete their profile. */
  details: string;
  /** Where customers send their documents. */
  documents: string;
  /** The deposit page itself, to return to from the profile. */
  deposit: string;
  /** The page that providers redirect back to. */
  back: string;
  contact: string;
  transactions: string;
}

/** Values that every part of the deposit needs. */
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
