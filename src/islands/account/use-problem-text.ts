import type { ProblemCode } from '../../lib/contract/problem.ts';
import { useAccount } from './account-context.ts';

/** Says a problem in the language of the page. */
export function useProblemText(): (problem: { code: ProblemCode }) => string {
  const { t } = useAccount();
  return ({ code }) => t(code === 'UNAVAILABLE' ? 'account.unreachable' : `problems.${code}`);
}
