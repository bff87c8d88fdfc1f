import { useMemo } from 'react';
import { brand } from '../../brand.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { TerminalContext } from './terminal-context.ts';
import { Terminal } from './terminal.tsx';

interface PlatformIslandProps {
  /** The symbol of the address, in upper case. */
  symbol: string;
  locale: string;
  /** By namespace: platform, problems, common. */
  messages: Messages;
}

export function PlatformIsland({ symbol, locale, messages }: PlatformIslandProps) {
  const value = useMemo(() => ({ t: createTranslate(messages), locale, currency: brand.currency }), [messages, locale]);
  return (
    <TerminalContext value={value}>
      <Terminal initialSymbol={symbol} />
    </TerminalContext>
  );
}
