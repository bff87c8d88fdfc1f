import type { Problem } from '../../lib/contract/problem.ts';
import type { Translate } from '../../lib/i18n/translate.ts';

/** The text of a refused log-in or registration. `t` must have the texts of the namespaces `entry` and `problems`. */
export function refusalText(t: Translate, { code }: Problem): string {
  return code === 'UNAVAILABLE' ? t('entry.unreachable') : t(`problems.${code}`);
}
