import type { NoticeCode } from './notice-catalogue.ts';

/** What the database keeps of a notice. Money is minor units. */
export interface StoredNoticeData {
  document?: string;
  /** As an operator wrote it. */
  reason?: string;
  transactionId?: string;
  /** Above zero. */
  amountMinor?: number;
  /** The tab in which the customer finds the transaction. */
  group?: string;
  positionId?: string;
  symbol?: string;
  direction?: 'buy' | 'sell';
  profitMinor?: number;
  device?: string;
  address?: string;
  /** City and country, as far as they are known. */
  location?: string;
}

/** The path of the page that a notice is about, without a language. */
export function linkOf(code: NoticeCode, { transactionId, group, symbol }: StoredNoticeData): string {
  if (transactionId !== undefined) return `/transactions/${group ?? 'withdrawals'}?transaction=${transactionId}`;
  if (symbol !== undefined) return `/platform/${symbol}`;
  if (code === 'auto_stopped' || code === 'auto_rule_changed') return '/platform';
  if (code === 'new_device') return '/my-account/security';
  return code === 'welcome' ? '/my-account/info' : '/my-account/documents';
}
