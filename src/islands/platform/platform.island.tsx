import type { Messages } from '../../lib/i18n/translate.ts';

export function PlatformIsland({ symbol }: { symbol: string; locale: string; messages: Messages }) {
  return <p>{symbol}</p>;
}
