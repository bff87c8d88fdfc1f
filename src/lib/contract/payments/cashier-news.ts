/** What the page of a provider's cashier tells the page around it. */
const words = { opened: 'cashier opened', failed: 'cashier failed' } as const;

export type CashierNews = keyof typeof words;

/** The message that says it. */
export function cashierMessage(news: CashierNews): string {
  return words[news];
}

/** What a message says of the cashier; undefined where it is another one. */
export function readCashierMessage(message: unknown): CashierNews | undefined {
  if (message === words.opened) return 'opened';
  return message === words.failed ? 'failed' : undefined;
}
