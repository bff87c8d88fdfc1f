import { useMemo } from 'react';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { ToastRegion } from '../shared/toast-region.tsx';
import type { ReturnPaths } from './return-context.ts';
import { ReturnContext } from './return-context.ts';
import { ReturnPage } from './return-page.tsx';

interface ReturnIslandProps {
  paths: ReturnPaths;
  locale: string;
  /** By namespace: deposit, problems, common. */
  messages: Messages;
}

export function ReturnIsland({ messages, locale, paths }: ReturnIslandProps) {
  const value = useMemo(() => ({ t: createTranslate(messages), locale, paths }), [messages, locale, paths]);
  return (
    <ReturnContext value={value}>
      <ReturnPage />
      <ToastRegion label={value.t('common.notifications')} closeLabel={value.t('common.close')} />
    </ReturnContext>
  );
}
