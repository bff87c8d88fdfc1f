import { useMemo } from 'react';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { AutoLogin } from './auto-login.tsx';
import type { AutoLoginPaths } from './link-code.ts';

interface AutoLoginIslandProps {
  messages: Messages;
  paths: AutoLoginPaths;
}

export function AutoLoginIsland({ messages, paths }: AutoLoginIslandProps) {
  const translate = useMemo(() => createTranslate(messages), [messages]);
  return <AutoLogin translate={translate} paths={paths} />;
}
