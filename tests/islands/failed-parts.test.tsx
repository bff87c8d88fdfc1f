import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { ReferralsIsland } from '../../src/islands/referrals/referrals.island.tsx';
import { TerminalIsland } from '../../src/islands/terminal/terminal.island.tsx';
import { TransactionsIsland } from '../../src/islands/transactions/transactions.island.tsx';
import { getCountries, getReferrals, getTransactions } from '../../src/lib/contract/accounts/account-endpoints.ts';
import { getChart } from '../../src/lib/contract/chart/chart-endpoints.ts';
import { getAssets, getBalanceSummary, getCandles, getPositions, getUser } from '../../src/lib/contract/endpoints.ts';
import { acknowledge } from '../../src/lib/contract/envelope.ts';
import { getPaymentOptions } from '../../src/lib/contract/payments/payment-endpoints.ts';
import { $session } from '../../src/stores/session.ts';
import { expectNoFaults } from '../support/component/accessibility.ts';
import { aCustomer, messagesFor, test } from '../support/component/component-test.tsx';
import type { FakeServer } from '../support/component/fake-server.ts';
import { accountIsland } from '../support/component/security.tsx';
import { assets, connectionTo, terminal } from '../support/component/shown-terminal.tsx';
import { stepPathsIn } from '../support/component/step-paths.ts';

/** A failed call affects only the part of the screen that needs it. The session ends only if the server says so. */

interface Part {
  name: string;
  /** The call that fails. */
  call: Parameters<FakeServer['refuse']>[0];
  island: () => Promise<ReactNode>;
  /** Answers the page's other calls. */
  answerRest?: (server: FakeServer) => void;
  /** Expects what is shown despite, or because of, the failure. */
  expectDegraded: () => Promise<void>;
  /** Lets the server answer again, and expects everything to be normal. */
  recover: (server: FakeServer) => Promise<void>;
}

const alert = (text: RegExp) => page.getByRole('alert').filter({ hasText: text });
const tryAgain = () => page.getByRole('button', { name: 'Try again' }).click();

const market: Part = {
  name: 'the assets',
  call: getAssets,
  island: async () => (
    <TerminalIsland
      symbol="BTCUSD"
      locale="en"
      messages={await messagesFor('en', ['platform', 'problems', 'common'])}
      paths={stepPathsIn('en')}
    />
  ),
  answerRest: (server) => {
    server.answer(getCandles, []);
    server.answer(getChart, null);
  },
  expectDegraded: async () => {
    const connection = await connectionTo('/');
    connection.answer(getPositions.event, () => acknowledge({ open: [], history: [] }));
    const balance = { balance: 5_000, equity: 5_000, freeMargin: 5_000, profit: 0 };
    connection.answer(getBalanceSummary.event, () => acknowledge(balance));
    connection.join();
    await expect
      .element(terminal().market.getByRole('alert'))
      .toMatchTextContent("We couldn't load the market list. Your account and positions aren't affected.");
    await expect.element(terminal().balance).toMatchTextContent(/\d/);
  },
  recover: async (server) => {
    server.answer(getAssets, [...assets]);
    await terminal().market.getByRole('button', { name: 'Try again' }).click();
    await expect.element(terminal().market.getByRole('link', { name: 'BTCUSD' })).toBeVisible();
  },
};

const countries: Part = {
  name: 'the countries',
  call: getCountries,
  island: () => accountIsland('info'),
  expectDegraded: async () => {
    await expect.element(page.getByText("We couldn't load the list of countries.")).toBeVisible();
    await expect.element(page.getByLabelText('First name')).toHaveValue(aCustomer.first_name);
  },
  recover: async (server) => {
    server.answer(getCountries, [{ id: 40, alpha2: 'AT', name: 'Austria' }]);
    await tryAgain();
    const country = page.getByLabelText('Country', { exact: true });
    await expect.poll(() => (country.element() as HTMLSelectElement).selectedOptions[0]?.text).toBe('Austria');
  },
};

const transactions: Part = {
  name: 'the transactions',
  call: getTransactions,
  island: async () => (
    <TransactionsIsland
      group="deposits"
      links={[{ group: 'deposits', href: '/transactions/deposits' }]}
      shortcuts={{}}
      locale="en"
      messages={await messagesFor('en', ['transactions', 'tracker', 'statements', 'problems', 'common'])}
    />
  ),
  answerRest: (server) => server.beUnreachable(getPaymentOptions),
  expectDegraded: () =>
    expect.element(alert(/^We couldn't load your transactions\. Your money isn't affected\./)).toBeVisible(),
  recover: async (server) => {
    server.answer(getTransactions, []);
    await tryAgain();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  },
};

const referrals: Part = {
  name: 'the referrals',
  call: getReferrals,
  island: async () => (
    <ReferralsIsland
      origin="https://broker.example"
      locale="en"
      messages={await messagesFor('en', ['referrals', 'common'])}
    />
  ),
  expectDegraded: async () => {
    await expect.element(alert(/^We couldn't load the people you referred\./)).toBeVisible();
    await expect
      .element(page.getByRole('textbox', { name: 'Your link' }))
      .toHaveValue(`https://broker.example/?ref=${aCustomer.uniqid}`);
  },
  recover: async (server) => {
    const created_at = '2026-03-02T10:00:00.000Z';
    server.answer(getReferrals, [{ full_name: 'Jonas Keller', email: 'j@example.com', created_at }]);
    await tryAgain();
    await expect.element(page.getByText('Jonas Keller')).toBeVisible();
  },
};

for (const { name, call, island, answerRest, expectDegraded, recover } of [
  market,
  countries,
  transactions,
  referrals,
]) {
  // A proxy's error page counts as no answer, too: see tests/stores/api.test.ts.
  for (const fault of ['an error of the server', 'no answer at all'] as const)
    test(`${fault} to ${name} does not end the session: only that part is affected`, async ({
      server,
      show,
      logIn,
    }) => {
      logIn();
      server.answer(getUser, aCustomer);
      answerRest?.(server);
      if (fault === 'no answer at all') server.beUnreachable(call);
      else server.refuse(call, 'INTERNAL');
      await show(await island());
      await expectDegraded();
      await expectNoFaults();
      expect($session.get()?.access_token).toBe('token');
      await recover(server);
      expect($session.get()?.access_token).toBe('token');
    });

  test(`a session ends when the server refuses it at ${name}`, async ({ server, show, logIn }) => {
    logIn();
    server.answer(getUser, aCustomer);
    answerRest?.(server);
    server.refuse(call, 'UNAUTHENTICATED');
    await show(await island());
    await expect.poll(() => $session.get()).toBeNull();
  });
}
