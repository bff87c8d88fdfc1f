import { useMemo } from 'react';
import { brand } from '../../brand.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { ListContext } from '../lists/list-context.ts';
import type { WithdrawPaths } from './withdraw-page.tsx';
import { WithdrawPage } from './withdraw-page.tsx';

interface WithdrawIslandProps {
  paths: WithdrawPaths;
  locale: string;
  /** By namespace: withdraw, amount, tracker, problems, common. */
  messages: Messages;
}

export function WithdrawIsland({ paths, locale, messages }: WithdrawIslandProps) {
  const value = useMemo(() => ({ t: createTranslate(messages), locale, currency: brand.currency }), [messages, locale]);
  return (
    <ListContext value={value}>
      <WithdrawPage paths={paths} />
    </ListContext>
  );
}
