import { page } from 'vitest/browser';
import { expect } from 'vitest';
import {
  compareAffiliateAccounts,
  getAffiliateAccounts,
} from '../../../src/lib/contract/affiliate/affiliate-endpoints.ts';
import { getPostbacks } from '../../../src/lib/contract/affiliate/postback-endpoints.ts';
import { AffiliateLoginIsland } from '../../../src/islands/affiliate/affiliate-login.island.tsx';
import { expectNoHorizontalScroll, expectAccessible } from '../../support/component/accessibility.ts';
import { messagesFor } from '../../support/component/component-test.tsx';
import { anAccount, test } from '../../support/component/shown-panel.tsx';

/** Accessibility of every view of the panel, in two languages, both themes and three widths. */

const bothLanguages = ['en', 'de'] as const;

test.for(bothLanguages)('the accounts are accessible, in %s', async (locale, { showPanel, server }) => {
  const paid = { amount: 1000, date: '2026-10-20T12:00:00.000Z' };
  const kinds = [{ source_tag: 'news-11', transaction: paid }, { fault: 'self' }, { fault: 'duplicate' }] as const;
  server.answer(getAffiliateAccounts, { data: kinds.map((kind, index) => anAccount(index, kind)), next: 'more' });
  await showPanel({ locale });
  await expect.element(page.getByCss('tr[data-account]')).toHaveLength(3);
  await page.getByCss('details summary').click();
  await expect.element(page.getByCss('details tbody tr').first()).toBeVisible();
  for (const width of [900, 320]) {
    await page.viewport(width, 800);
    await expectNoHorizontalScroll();
  }
  await expectAccessible();
});

test.for(bothLanguages)('links are accessible, in %s', async (locale, { showPanel }) => {
  await showPanel({ locale, query: '?view=links' });
  await expect.element(page.getByRole('img')).toBeVisible();
  await expectAccessible();
});

test.for(bothLanguages)('postbacks are accessible, in %s', async (locale, { showPanel, server }) => {
  const at = '2026-11-20T10:16:00.000Z';
  const waiting = { id: 'second', event: 'registration', account: 'account-1', state: 'waiting', tries: 2 } as const;
  const delivered = { id: 'first', event: 'test', account: null, state: 'delivered', tries: 1 } as const;
  server.answer(getPostbacks, {
    settings: { url: 'https://tracker.example/in', events: ['registration'], secret_made_at: at },
    deliveries: [
      { ...waiting, last_status: null, last_fault: 'timeout', created_at: at, due_at: at, answered_at: at },
      { ...delivered, last_status: 204, last_fault: null, created_at: at, due_at: null, answered_at: at },
    ],
  });
  await showPanel({ locale, query: '?view=postbacks' });
  await expect.element(page.getByCss('tr[data-delivery]')).toHaveLength(2);
  await page.getByCss('summary').click();
  await expect.element(page.getByText('webhook-timestamp').last()).toBeVisible();
  await expectAccessible();
});

test.for(bothLanguages)('a comparison is accessible, in %s', async (locale, { showPanel, server }) => {
  const sides = { created_at: '2026-03-01T00:00:00.000Z', first_deposit: null };
  server.answer(compareAffiliateAccounts, {
    ...{ lines: 2, matched: 0, different: 2, missing: 0, unread_columns: ['Registered on'], days: null },
    differences: [
      { reason: 'not_among_yours', line: 2, account: 'nobody000000', theirs: sides, ours: null },
      { reason: 'first_deposit_missing', line: 3, account: '8a9b2862ea52', theirs: sides, ours: sides },
    ],
  });
  await showPanel({ locale, query: '?view=compare' });
  await page.getByCss('input[type=file]').upload(new File(['id\nx\n'], 'mine.csv', { type: 'text/csv' }));
  await expect.element(page.getByCss('tbody tr')).toHaveLength(2);
  await expectAccessible();
});

test.for(bothLanguages)('the password is accessible, in %s', async (locale, { showPanel }) => {
  await showPanel({ locale, query: '?view=password' });
  await page.getByCss('form button[type=submit]').click();
  await expect.element(page.getByCss('[aria-invalid=true]').first()).toBeVisible();
  await expectAccessible();
});

test.for(bothLanguages)('the log-in is accessible, in %s', async (locale, { show }) => {
  const messages = await messagesFor(locale, ['login', 'fields', 'problems']);
  await show(<AffiliateLoginIsland messages={messages} recaptchaSiteKey={null} />);
  await page.getByCss('form button[type=submit]').click();
  await expect.element(page.getByCss('[aria-invalid=true]').first()).toBeVisible();
  await expectAccessible();
});
