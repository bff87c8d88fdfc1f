import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoHorizontalScroll, expectAccessible } from '../../support/component/accessibility.ts';
import { aCustomer, aNewcomer, test } from '../../support/component/shown-account.tsx';

/** Accessibility of the account's pages in both languages, both themes and all widths, with errors at their fields. */

for (const name of ['info', 'password', 'documents'] as const)
  test.for(['en', 'de'] as const)(`${name} is accessible, in %s`, async (locale, { showAccount }) => {
    await showAccount(name, { locale, user: aNewcomer });
    await page.getByCss('form button[type=submit]').first().click();
    await expect.element(page.getByCss('form [aria-invalid=true]').first()).toBeInTheDocument();
    await page.viewport(320, 700);
    await expectNoHorizontalScroll();
    await expectAccessible();
  });

test('documents that are approved, rejected or under review are accessible', async ({ showAccount }) => {
  const state = (status: string) => JSON.stringify({ status, note: 'Blurred', updated: '2026-11-20T10:00:00.000Z' });
  const states = { doc_passport: state('2'), doc_address: state('3'), doc_funding_front: state('1') };
  await showAccount('documents', { user: { ...aCustomer, ...states } });
  await expect.element(page.getByText('Rejected')).toBeVisible();
  await expectAccessible();
});
