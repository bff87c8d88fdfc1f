import type { Locator, Page } from '@playwright/test';
import { jpegOfBytes, madeJpeg, madePdf } from '../../support/documents/made-files.ts';
import { expectNoFaults } from '../accessibility.ts';
import { tabTo } from '../keyboard.ts';
import { openAccount, slot } from './account-parts.ts';
import { expect, test } from './account-test.ts';

interface SentDocument {
  id: string;
  field: string;
}

const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });

/** Uploads a file and waits until it is shown as being processed. */
async function send(section: Locator, name: string, buffer: Buffer): Promise<void> {
  await section.locator('input').first().setInputFiles(asFile(name, buffer));
  await section.getByRole('button', { name: 'Upload' }).click();
  await expect(section.getByRole('status')).toContainText('Processing');
}

/** Expects that an upload on a slow connection shows its progress and can be cancelled. */
async function expectCancelled(page: Page, section: Locator): Promise<void> {
  const connection = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
  await connection.send('Network.emulateNetworkConditions', slow);
  await section
    .locator('input')
    .first()
    .setInputFiles(asFile('slow.jpg', await jpegOfBytes(1.9 * 1024 * 1024)));
  await section.getByRole('button', { name: 'Upload' }).click();
  const bar = section.getByRole('progressbar', { name: 'slow.jpg' });
  await expect.poll(() => bar.evaluate((element: HTMLProgressElement) => element.value)).toBeGreaterThan(0);
  await section.getByRole('button', { name: 'Cancel' }).click();
  await expect(bar).toHaveCount(0);
  await section.getByRole('button', { name: 'Remove' }).click();
  await connection.detach();
}

test('documents are sent, checked by an operator, and sent again if one was rejected', async ({
  page,
  email,
  operate,
}) => {
  // The browser hands over chosen files only after the first listener is attached, so it has to be there long before
  // the key press.
  page.on('filechooser', () => undefined);
  const note = 'The lower edge is cut off. Please photograph the whole page.';
  await openAccount(page, 'documents', { email });
  const [passport, address] = [slot(page, 'passport'), slot(page, 'address')];
  await expectCancelled(page, passport);
  // By keyboard alone.
  await tabTo(page, passport.getByLabel('Choose a file: Passport'));
  const choosing = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await choosing).setFiles(asFile('keys.jpg', await madeJpeg()));
  await expect(passport.getByText('keys.jpg')).toBeVisible();
  await tabTo(page, passport.getByRole('button', { name: 'Upload' }));
  await page.keyboard.press('Enter');
  await expect(passport.getByRole('status')).toContainText('Processing');
  // The server refuses the data that a camera appended to a photo. The page removes it and sends the photo again.
  await send(address, 'motion.jpg', Buffer.concat([await madeJpeg(), Buffer.from('MotionPhoto_Data'.repeat(20))]));
  await expectNoFaults(page);

  const listed = await operate('documents', 'list', '--email', email, '--json');
  const { data: sent } = JSON.parse(listed) as { data: SentDocument[] };
  const idOf = (field: string) => sent.find((document) => document.field === field)?.id ?? '';
  await operate('documents', 'reject', idOf('doc_passport'), '--note', note);
  await operate('documents', 'approve', idOf('doc_address'));
  await expect(passport.getByRole('status')).toContainText(/Rejected\s*on \d{1,2} [A-Z][a-z]{2,3} \d{4}/);
  await expect(passport.getByRole('status')).toContainText(note);
  await expect(address.getByRole('status')).toHaveText(/^Approved\s*on \d{1,2} [A-Z][a-z]{2,3} \d{4}$/);
  await expect(address.getByRole('button')).toHaveCount(0);
  await send(passport, 'again.jpg', await madeJpeg());
  await expect(passport.getByText(note)).toHaveCount(0);
  await page.reload();
  await expect(passport.getByRole('status')).toContainText('Processing');
  await expect(slot(page, 'funding_front').getByRole('button', { name: 'Upload' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });

  test('a document can be photographed, and the two sides of a card are sent separately', async ({ page, email }) => {
    await openAccount(page, 'documents', { email });
    const passport = slot(page, 'passport');
    const camera = passport.getByLabel('Take a photo: Passport');
    await expect(passport.getByText('Take a photo')).toBeVisible();
    await expect(camera).toHaveAttribute('capture', 'environment');
    await expect(camera).toHaveAttribute('accept', 'image/*');
    await camera.setInputFiles(asFile('image.jpg', await madeJpeg()));
    await expect(passport.getByText('image.jpg')).toBeVisible();
    await passport.getByRole('button', { name: 'Upload' }).click();
    await expect(passport.getByRole('status')).toContainText('Processing');
    await send(slot(page, 'funding_back'), 'card', madePdf());
    await send(slot(page, 'funding_front'), 'card', await madeJpeg());
    await expectNoFaults(page);
  });
});
