import type { Page } from '@playwright/test';
import { login } from '../../../src/lib/contract/endpoints.ts';
import { upload } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { setNoticeChoice } from '../../../src/lib/contract/accounts/notice-endpoints.ts';
import { madePdf } from '../../support/documents/made-files.ts';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { chosenPassword, logIn } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { expectAccount } from './account-parts.ts';
import { expect, test } from './account-test.ts';

const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: `Notifications${unread > 0 ? ` ${unread} unread` : ''}`, exact: true });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });

/** Sends a document of the customer, as the documents page does. */
async function send({ request }: Page, email: string, type: 'passport' | 'address'): Promise<void> {
  const answer = await request.post(login.path, { data: { email, password: chosenPassword } });
  const { data } = (await answer.json()) as { data: { access_token: string } };
  const files = { name: 'one.pdf', mimeType: 'application/pdf', buffer: madePdf() };
  const headers = { authorization: `Bearer ${data.access_token}` };
  const sent = await request.post(upload.path, { headers, multipart: { type, files } });
  expect(sent.status()).toBe(200);
}

test('a decision of an operator is told by the bell, read by keyboard, and no more once it is switched off', async ({
  page,
  email,
  operate,
}) => {
  async function approve(field: 'passport' | 'address'): Promise<void> {
    const listed = JSON.parse(await operate('documents', 'list', '--email', email, '--json')) as {
      data: { id: string; field: string }[];
    };
    const id = listed.data.find((document) => document.field === `doc_${field}`)?.id ?? '';
    await operate('documents', 'approve', id);
  }

  await send(page, email, 'passport');
  await logIn(page, email);
  await page.goto('/transactions');
  // The welcome, and the log-in by another browser than the one that registered.
  await expect(bell(page, 2)).toBeVisible();
  // This page is connected, so it hears at once.
  await approve('passport');
  await expect(bell(page, 3)).toBeVisible();

  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await tabTo(page, bell(page, 3));
    await page.keyboard.press('Enter');
    await expect(panel(page).getByRole('link', { name: /^Document approved .*passport/ })).toBeVisible();
    await expect(panel(page).getByRole('link', { name: /^Welcome/ })).toBeVisible();
    const box = await panel(page).boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? width) <= width).toBe(true);
    await expectNoFaultsInBothThemes(page);
    if (width === 1440) await page.keyboard.press('Escape');
  }
  await tabTo(page, panel(page).getByRole('button', { name: 'Mark all as read' }));
  await page.keyboard.press('Enter');
  await expect(bell(page, 0)).toBeVisible();

  await tabTo(page, panel(page).getByRole('link', { name: 'Notification settings' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/my-account/notifications');
  await expectAccount(page);
  const choice = page.getByRole('checkbox', { name: 'Document approved: On screen' });
  await tabTo(page, choice);
  const saved = page.waitForResponse((response) => response.url().endsWith(setNoticeChoice.path) && response.ok());
  await page.keyboard.press('Space');
  await saved;
  await expect(choice).not.toBeChecked();
  await expectNoFaultsInBothThemes(page);
  await send(page, email, 'address');
  await approve('address');
  await page.reload();
  await expectAccount(page);
  await expect(choice).not.toBeChecked();
  await expect(bell(page, 0)).toBeVisible();
});
