import { useMemo } from 'react';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import type { DepositPaths } from './deposit-context.ts';
import { DepositContext } from './deposit-context.ts';
import { DepositDialog } from './deposit-dialog.tsx';

interface DepositIslandProps {
  paths: DepositPaths;
  locale: string;
  /** By namespace: deposit, amount, tracker, problems, common. */
  messages: Messages;
}

export function DepositIsland({ messages, locale, paths }: DepositIslandProps) {
  const value = useMemo(() => ({ t: createTranslate(messages), locale, paths }), [messages, locale, paths]);
  return (
    <DepositContext value={value}>
      <DepositDialog />
    </DepositContext>
  );
}
