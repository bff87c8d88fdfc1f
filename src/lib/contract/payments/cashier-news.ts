/** What the page of a provider's cashier reports to the page that embeds it. */
const words = { opened: 'cashier opened', failed: 'cashier failed' } as const;

export type CashierNews = keyof typeof words;

/** The message that the cashier's page posts. */
export function cashierMessage(news: CashierNews): string {
  return words[news];
}

/** What a message reports about the cashier; undefined if it is an unrelated message. */
export function readCashierMessage(message: unknown): CashierNews | undefined {
  if (message === words.opened) return 'opened';
  return message === words.failed ? 'failed' : undefined;
}
