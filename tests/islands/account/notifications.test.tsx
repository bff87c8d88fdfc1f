import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { AccountIsland } from '../../../src/islands/account/account.island.tsx';
import type { NoticeChoice } from '../../../src/lib/contract/accounts/notice-calls.ts';
import { getNoticeChoices, setNoticeChoice } from '../../../src/lib/contract/accounts/notice-endpoints.ts';
import { expectAccessible, expectNoHorizontalScroll } from '../../support/component/accessibility.ts';
import { messagesFor } from '../../support/component/component-test.tsx';
import { stepPathsIn } from '../../support/component/step-paths.ts';
import { answerCountries, aCustomer, test } from '../../support/component/shown-account.tsx';

const choices: NoticeChoice[] = [
  { code: 'deposit_received', topic: 'money', screen: 1, mail: 0, fixed: [] },
  { code: 'withdrawal_sent', topic: 'money', screen: 1, mail: 0, fixed: [] },
  { code: 'new_device', topic: 'security', screen: 1, mail: 1, fixed: ['screen', 'mail'] },
];

const showPage = test.extend('showChoices', ({ server, show, logIn }) => async (locale: 'en' | 'de' = 'en') => {
  answerCountries(server, locale);
  server.answer(getNoticeChoices, choices);
  logIn(aCustomer);
  const messages = await messagesFor(locale, ['account', 'fields', 'problems', 'common', 'notices']);
  await show(
    <main>
      <AccountIsland
        stepPaths={stepPathsIn(locale)}
        page="notifications"
        nextPath="/payment/deposit"
        links={[]}
        {...{ locale, messages }}
      />
    </main>,
  );
});

const deposits = () => page.getByRole('checkbox', { name: 'Deposit received: Email' });

showPage(
  'a customer switches a mail on, and what keeps the account safe cannot be switched',
  async ({ showChoices, server }) => {
    await showChoices();
    await expect.element(deposits()).not.toBeChecked();
    await expect.element(page.getByRole('checkbox', { name: 'Login from a new device: On screen' })).toBeDisabled();
    server.answer(setNoticeChoice, choices);
    await deposits().click();
    await expect.element(deposits()).toBeChecked();
    expect(server.asked(setNoticeChoice).map(({ body }) => body)).toEqual([
      { code: 'deposit_received', channel: 'mail', on: 1 },
    ]);
  },
);

showPage('a switch goes back if the server does not keep it, and the page says so', async ({ showChoices, server }) => {
  await showChoices();
  server.refuse(setNoticeChoice, 'UNAVAILABLE');
  await deposits().click();
  await expect.element(page.getByText("We couldn't save this change. Please try again.")).toBeVisible();
  await expect.element(deposits()).not.toBeChecked();
});

showPage('a change that was not saved stays said, until that one is saved', async ({ showChoices, server }) => {
  await showChoices();
  const fault = page.getByText("We couldn't save this change. Please try again.");
  server.refuse(setNoticeChoice, 'UNAVAILABLE');
  await deposits().click();
  await expect.element(fault).toBeVisible();
  server.answer(setNoticeChoice, choices);
  await page.getByRole('checkbox', { name: 'Withdrawal sent: Email' }).click();
  await expect.element(page.getByRole('checkbox', { name: 'Withdrawal sent: Email' })).toBeChecked();
  await expect.poll(() => server.asked(setNoticeChoice)).toHaveLength(2);
  await expect.element(fault).toBeVisible();
  await deposits().click();
  await expect.element(fault).not.toBeInTheDocument();
});

showPage('the settings are accessible, at 360 px too', async ({ showChoices }) => {
  await page.viewport(360, 780);
  await showChoices('de');
  await expect.element(page.getByText('Einzahlung eingegangen')).toBeVisible();
  await expectAccessible();
  await expectNoHorizontalScroll();
});
