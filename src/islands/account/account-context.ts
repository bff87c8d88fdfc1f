import { createContext, use } from 'react';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import type { Translate } from '../../lib/i18n/translate.ts';

/** Values that every part of the account's pages needs. */
export interface AccountContextValue {
  /** Keys start with their namespace: `account.…`, `fields.…`, `problems.…`, `common.…`. */
  t: Translate;
  locale: string;
  /** Where a customer who has just registered goes after saving the profile. */
  nextPath: string;
}

export const AccountContext = createContext<AccountContextValue | null>(null);

export function useAccount(): AccountContextValue {
  const value = use(AccountContext);
  if (!value) throw new Error('the account is not mounted');
  return value;
}

/** Returns a function that gives a problem's text in the language of the page. */
export function useProblemText(): (problem: { code: ProblemCode }) => string {
  const { t } = useAccount();
  return ({ code }) => t(code === 'UNAVAILABLE' ? 'account.unreachable' : `problems.${code}`);
}
