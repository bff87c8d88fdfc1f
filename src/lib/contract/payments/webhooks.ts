/** Where payment providers report to: the broker's side of the contract knows both addresses, and each takes the reports of any provider. */
export const webhookPaths = [
  '/api/transactions/update/{provider}',
  '/api/transaction/update/{provider}',
] as const satisfies readonly `/api/${string}`[];
