import { useMemo } from 'react';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { AccountContext } from './account-context.ts';
import { AccountFrame } from './account-frame.tsx';
import type { AccountLink, AccountPageName } from './account-nav.tsx';

interface AccountIslandProps {
  page: AccountPageName;
  /** The pages of the account, in the language of this one. */
  links: readonly AccountLink[];
  locale: string;
  /** Where a saved profile leads who has just registered. */
  nextPath: string;
  /** By namespace: account, fields, problems, common. */
  messages: Messages;
}

export function AccountIsland({ page, links, locale, nextPath, messages }: AccountIslandProps) {
  const value = useMemo(() => ({ t: createTranslate(messages), locale, nextPath }), [messages, locale, nextPath]);
  return (
    <AccountContext value={value}>
      <AccountFrame page={page} links={links} />
    </AccountContext>
  );
}
