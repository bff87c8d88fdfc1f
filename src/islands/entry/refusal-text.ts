import type { Problem } from '../../lib/contract/problem.ts';
import type { Translate } from '../../lib/i18n/translate.ts';

/** Why a way in was refused, in words. `t` knows the namespaces `entry` and `problems`. */
export function refusalText(t: Translate, { code }: Problem): string {
  return code === 'UNAVAILABLE' ? t('entry.unreachable') : t(`problems.${code}`);
}
