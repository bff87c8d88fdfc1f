import type { PaymentOptions } from '../../lib/contract/payments/payment-entities.ts';
import { toMajor } from '../../lib/trading/money.ts';
import type { PaymentProviders } from './payment-providers.ts';
import type { OpenedDeposit } from './deposits/open-deposit-rows.ts';
import type { WithdrawingAccount } from './rules/decide-withdrawal.ts';
import { withdrawableMinor } from './rules/decide-withdrawal.ts';

interface Holder {
  funds: WithdrawingAccount;
  /** Newest first. */
  opened: readonly OpenedDeposit[];
}

/** What a customer with these funds can pay in by, and have paid out. Money in major units. */
export function paymentOptionsView({ all, limits }: PaymentProviders, { funds, opened }: Holder): PaymentOptions {
  return {
    methods: all.map(({ shown, driver, canReport }) => ({
      ...shown,
      by_hand: driver === null || canReport === false ? 1 : 0,
    })),
    currency: limits.currency,
    minimum_deposit: toMajor(limits.leastMinor),
    maximum_deposit: toMajor(limits.mostMinor),
    withdrawable: toMajor(withdrawableMinor(funds)),
    reserved: toMajor(funds.reservedMinor),
    invested: toMajor(funds.investedMinor),
    bonus: toMajor(funds.bonusMinor),
    credit: toMajor(funds.creditMinor),
    opened: opened.map(({ transactionId, provider, amountMinor, createdAt }) => ({
      transaction_id: transactionId,
      provider,
      amount: toMajor(amountMinor),
      created_at: createdAt.toISOString(),
    })),
  };
}
