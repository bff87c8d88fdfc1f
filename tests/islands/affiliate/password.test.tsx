import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { updateAffiliatePassword } from '../../../src/lib/contract/affiliate/affiliate-endpoints.ts';
import { test } from '../../support/component/shown-panel.tsx';

const fresh = page.getByLabelText('New password');
const again = page.getByLabelText('Confirm password');
const current = page.getByLabelText('Current password');
const submit = page.getByRole('button', { name: 'Change password' });

test('a new password shows faults at their fields, and a weak one is refused', async ({ showPanel, server }) => {
  server.refuse(updateAffiliatePassword, 'VALIDATION', { new_password: 'This password is too easy to guess' });
  await showPanel({ query: '?view=password' });
  await fresh.fill('Hafen-Speicher 1840');
  await again.fill('Hafen-Speicher 1841');
  await submit.click();
  await expect.element(again).toHaveAccessibleDescription('The passwords do not match');
  expect(server.asked(updateAffiliatePassword)).toEqual([]);
  await fresh.fill('password');
  await again.fill('password');
  await submit.click();
  await expect.element(fresh).toHaveAccessibleDescription('This password is too easy to guess');
});

test('if the log-in is not recent, the current password is required too', async ({ showPanel, server }) => {
  server.refuse(updateAffiliatePassword, 'CURRENT_PASSWORD_REQUIRED');
  await showPanel({ query: '?view=password' });
  await fresh.fill('Hafen-Speicher 1840');
  await again.fill('Hafen-Speicher 1840');
  await submit.click();
  await expect.element(current).toHaveFocus();
  server.answer(updateAffiliatePassword, null);
  await userEvent.keyboard('demo1234{Enter}');
  await expect.element(page.getByRole('status').filter({ hasText: 'Password changed' })).toBeVisible();
  await expect.element(fresh).toHaveValue('');
  expect(server.asked(updateAffiliatePassword).map(({ body }) => body)).toEqual([
    { new_password: 'Hafen-Speicher 1840', confirm_password: 'Hafen-Speicher 1840' },
    {
      ...{ new_password: 'Hafen-Speicher 1840', confirm_password: 'Hafen-Speicher 1840' },
      current_password: 'demo1234',
    },
  ]);
});
