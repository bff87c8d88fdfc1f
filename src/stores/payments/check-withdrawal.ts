import type { ParsedAmount } from '../../lib/format/parse-amount.ts';

/** The form of a withdrawal as it is filled in, its amount as it was read. */
export interface WithdrawalInput {
  amount: ParsedAmount;
  comments: string;
}

/** By field what is wrong with it; `unread`: why is with the amount. */
export interface WithdrawalFaults {
  amount: 'unread' | 'zero' | 'maximum' | undefined;
  comments: 'required' | undefined;
}

/** What is wrong with the form; where nothing is, it may be sent. `withdrawable` in major units. The server decides again. */
export function checkWithdrawal({ amount, comments }: WithdrawalInput, withdrawable: number): WithdrawalFaults {
  return { amount: amountFault(amount, withdrawable), comments: comments.trim() === '' ? 'required' : undefined };
}

function amountFault(parsed: ParsedAmount, withdrawable: number): WithdrawalFaults['amount'] {
  if (!parsed.ok) return 'unread';
  if (parsed.amount === 0) return 'zero';
  return parsed.amount > withdrawable ? 'maximum' : undefined;
}
