import { useMemo } from 'react';
import { brand } from '../../brand.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { ListContext } from '../lists/list-context.ts';
import { ReferralsPage } from './referrals-page.tsx';

interface ReferralsIslandProps {
  /** The site's public address, without a slash at its end. */
  origin: string;
  locale: string;
  /** By namespace: referrals, common. */
  messages: Messages;
}

export function ReferralsIsland({ messages, locale, origin }: ReferralsIslandProps) {
  const value = useMemo(() => ({ t: createTranslate(messages), locale, currency: brand.currency }), [messages, locale]);
  return (
    <ListContext value={value}>
      <ReferralsPage origin={origin} />
    </ListContext>
  );
}
