import { page } from 'vitest/browser';
import type { Locale } from '../../../src/brand.ts';
import { WithdrawIsland } from '../../../src/islands/withdraw/withdraw.island.tsx';
import { getPaymentOptions } from '../../../src/lib/contract/payments/payment-endpoints.ts';
import type { PaymentOptions, TransactionDetails } from '../../../src/lib/contract/payments/payment-entities.ts';
import { messagesFor, test as base } from './component-test.tsx';
import { serveMoney } from './money.ts';

/** The withdrawal page, against a server that the test plays: 1,000.00 can be withdrawn. */

interface WithdrawOptions {
  /** What can be withdrawn; `failed`: it cannot be loaded. */
  options?: Partial<PaymentOptions> | 'failed';
  withdrawals?: readonly TransactionDetails[];
  locale?: Locale;
}

const paths = { platform: '/platform/BTCUSD', deposit: '/payment/deposit', withdrawals: '/transactions/withdrawals' };

export const test = base.extend('showWithdraw', ({ server, show, logIn }) => {
  return async ({ options, withdrawals = [], locale = 'en' }: WithdrawOptions = {}) => {
    logIn();
    serveMoney(server, withdrawals, options === 'failed' ? {} : options);
    if (options === 'failed') server.refuse(getPaymentOptions, 'INTERNAL');
    await show(
      <main style={{ padding: '0 16px' }}>
        <WithdrawIsland
          paths={paths}
          locale={locale}
          messages={await messagesFor(locale, ['withdraw', 'amount', 'tracker', 'problems', 'common'])}
        />
      </main>,
    );
  };
});

/** The parts of the withdrawal page. */
export function withdrawScreen() {
  const main = page.getByRole('main');
  return {
    main,
    amount: main.getByLabelText('Amount', { exact: true }),
    comments: main.getByLabelText('Comments', { exact: true }),
    code: main.getByLabelText('Code', { exact: true }),
    all: main.getByRole('button', { name: 'Withdraw all' }),
    submit: main.getByRole('button', { name: 'Request withdrawal' }),
    refusal: main.getByRole('alert'),
    withdrawable: main.getByCss('[data-figure="withdrawable"]'),
    figure: (name: string) => main.getByCss(`[data-figure="${name}"]`),
    done: main.getByCss('[data-requested]'),
    open: main.getByRole('region', { name: 'In progress' }),
  };
}

/** Fills in the form and sends it. */
export async function ask(typed = '10', comments = 'To my account'): Promise<void> {
  const screen = withdrawScreen();
  await screen.amount.fill(typed);
  await screen.comments.fill(comments);
  await screen.submit.click();
}
