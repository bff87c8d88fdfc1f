import type { Locator } from '@playwright/test';
import { madeJpeg } from '../../support/documents/made-files.ts';
import { openAccount, slot } from './account-parts.ts';
import { expect, test } from './account-test.ts';

interface SentDocument {
  id: string;
  field: string;
}

/** Sends a photo, and waits until it is said to be looked at. */
async function send(place: Locator, name: string): Promise<void> {
  await place
    .locator('input')
    .first()
    .setInputFiles({ name, mimeType: 'image/jpeg', buffer: await madeJpeg() });
  await place.getByRole('button', { name: 'Upload' }).click();
  await expect(place.getByRole('status')).toContainText('Processing');
}

test('what an operator finds is seen at once: a rejected document says why, and another one can be sent', async ({
  page,
  email,
  operate,
}) => {
  const note = 'The lower edge is cut off. Please photograph the whole page.';
  await openAccount(page, 'documents', { email });
  const [passport, address] = [slot(page, 'passport'), slot(page, 'address')];
  await send(passport, 'passport.jpg');
  await send(address, 'address.jpg');
  const listed = await operate('documents', 'list', '--email', email, '--json');
  const { data: sent } = JSON.parse(listed) as { data: SentDocument[] };
  const idOf = (field: string) => sent.find((document) => document.field === field)?.id ?? '';
  await operate('documents', 'reject', idOf('doc_passport'), '--note', note);
  await operate('documents', 'approve', idOf('doc_address'));

  await expect(passport.getByRole('status')).toContainText(/Rejected\s*on [A-Z][a-z]{2} \d{1,2}, \d{4}/);
  await expect(passport.getByRole('status')).toContainText(note);
  await expect(address.getByRole('status')).toHaveText(/^Approved\s*on [A-Z][a-z]{2} \d{1,2}, \d{4}$/);
  await expect(address.getByRole('button')).toHaveCount(0);
  await send(passport, 'again.jpg');
  await expect(passport.getByText(note)).toHaveCount(0);
});
