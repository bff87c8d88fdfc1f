import sharp from 'sharp';
import { jpegOfBytes, madeJpeg, madePdf } from '../../support/documents/made-files.ts';
import { tabTo } from '../keyboard.ts';
import { openAccount, slot } from './account-parts.ts';
import { expect, test } from './account-test.ts';

const megabyte = 1024 * 1024;

/** A photo that no JPEG makes small, lying on its side as cameras store them. */
async function largePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const photo = sharp({ create: { width: 2000, height: 1500, channels: 3, background: 'gray', noise } });
  return photo.jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer();
}

for (const { start, title, send, choose, required, kinds, processing, unsupported } of [
  {
    start: '',
    title: 'Passport',
    send: 'Upload',
    choose: 'Choose a file',
    required: 'Passport is required',
    kinds: /^JPG, JPEG or PDF, up to 2 MB\./,
    processing: 'Processing',
    unsupported: 'File not supported',
  },
  {
    start: '/de',
    title: 'Reisepass',
    send: 'Hochladen',
    choose: 'Datei wählen',
    required: 'Reisepass ist erforderlich',
    kinds: /^JPG, JPEG oder PDF, bis 2 MB\./,
    processing: 'In Bearbeitung',
    unsupported: 'Datei wird nicht unterstützt',
  },
] as const) {
  const lang = start === '' ? 'en' : 'de';

  test(`a document is asked for, refused by its content, and taken, in ${lang}`, async ({ page, email }) => {
    await openAccount(page, 'documents', { email, start });
    const passport = slot(page, 'passport');
    const input = passport.getByLabel(`${choose}: ${title}`);
    const upload = passport.getByRole('button', { name: send });
    await expect(passport.getByText(kinds)).toBeVisible();
    await expect(passport.getByRole('status')).toBeEmpty();
    await upload.click();
    await expect(passport.getByRole('alert')).toHaveText(required);
    await expect(input).toBeFocused();

    await input.setInputFiles({
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('#!/bin/sh\necho hi\n'),
    });
    await expect(passport.getByRole('alert')).toContainText(unsupported);
    await expect(input).toBeAttached();

    await input.setInputFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer: await madeJpeg() });
    await expect(passport.getByText('passport.jpg')).toBeVisible();
    await expect(passport.getByRole('alert')).toBeEmpty();
    await upload.click();
    await expect(passport.getByRole('status')).toContainText(processing);
    await expect(upload).toHaveCount(0);
    await page.reload();
    await expect(passport.getByRole('status')).toContainText(processing);
    await expect(slot(page, 'address').getByRole('button', { name: send })).toBeVisible();
  });
}

test('both sides of the funding are sent apart, a PDF too', async ({ page, email }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openAccount(page, 'documents', { email });
  for (const side of ['back', 'front'] as const) {
    const place = slot(page, `funding_${side}`);
    const buffer = side === 'back' ? madePdf() : await madeJpeg();
    await place.locator('input').first().setInputFiles({ name: 'card', mimeType: '', buffer });
    await place.getByRole('button', { name: 'Upload' }).click();
    await expect(place.getByRole('status')).toContainText('Processing');
  }
  await expect(slot(page, 'passport').getByRole('button', { name: 'Upload' })).toBeVisible();
});

test('a photo that is too large is scaled down, and is taken then', async ({ page, email }) => {
  const buffer = await largePhoto();
  expect(buffer.length).toBeGreaterThan(2 * megabyte);
  await openAccount(page, 'documents', { email });
  const address = slot(page, 'address');
  await address.locator('input').first().setInputFiles({ name: 'IMG_1.JPG', mimeType: 'image/jpeg', buffer });
  await expect(address.getByText(/^[\d.]+ MB, scaled down from [\d.]+ MB$/)).toBeVisible();
  await address.getByRole('button', { name: 'Upload' }).click();
  await expect(address.getByRole('status')).toContainText('Processing');
});

test('a photo of another kind becomes one that is taken', async ({ page, email }) => {
  await openAccount(page, 'documents', { email });
  const buffer = await sharp(await madeJpeg())
    .png()
    .toBuffer();
  const address = slot(page, 'address');
  await address.locator('input').first().setInputFiles({ name: 'scan.png', mimeType: 'image/png', buffer });
  await expect(address.getByText('scan.jpg')).toBeVisible();
  await address.getByRole('button', { name: 'Upload' }).click();
  await expect(address.getByRole('status')).toContainText('Processing');
});

test('what a camera put behind a photo is left out of what is sent again', async ({ page, email }) => {
  await openAccount(page, 'documents', { email });
  const buffer = Buffer.concat([await madeJpeg(), Buffer.from('MotionPhoto_Data'.repeat(20))]);
  const address = slot(page, 'address');
  await address.locator('input').first().setInputFiles({ name: 'motion.jpg', mimeType: 'image/jpeg', buffer });
  await address.getByRole('button', { name: 'Upload' }).click();
  await expect(address.getByRole('status')).toContainText('Processing');
});

test('a PDF that is too large is refused before it leaves', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('/upload') && sent.push(request.url()));
  await openAccount(page, 'documents', { email: 'new@example.com' });
  const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2 * megabyte, ' ')]);
  const passport = slot(page, 'passport');
  await passport.locator('input').first().setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer });
  await expect(passport.getByRole('alert')).toHaveText('File not supported. A file may be 2 MB at most.');
  await expect(passport.getByText('JPG, JPEG or PDF, up to 2 MB')).toBeVisible();
  expect(sent).toEqual([]);
});

test('how far a file has come is shown, and it can be called back', async ({ page, context }) => {
  await openAccount(page, 'documents', { email: 'new@example.com' });
  const line = await context.newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 },
  });
  const passport = slot(page, 'passport');
  const file = { name: 'slow.jpg', mimeType: 'image/jpeg', buffer: await jpegOfBytes(1.9 * megabyte) };
  await passport.locator('input').first().setInputFiles(file);
  await passport.getByRole('button', { name: 'Upload' }).click();
  const bar = passport.getByRole('progressbar', { name: 'slow.jpg' });
  await expect.poll(() => bar.evaluate((element: HTMLProgressElement) => element.value)).toBeGreaterThan(0);
  await passport.getByRole('button', { name: 'Cancel' }).click();
  await expect(bar).toHaveCount(0);
  await expect(passport.getByText('slow.jpg')).toBeVisible();
  await passport.getByRole('button', { name: 'Remove' }).click();
  await expect(passport.getByLabel('Choose a file: Passport')).toBeAttached();
});

test('what the server had when it was called back is not asked for again', async ({ page, email }) => {
  // A line on which nothing comes back: no news of the account, no answer to what the server has taken.
  await page.routeWebSocket(/[?&]token=/, () => undefined);
  await openAccount(page, 'documents', { email });
  const taken = new Promise<void>((resolve) => {
    void page.route('**/api/accounts/upload', async (route) => {
      await route.fetch();
      resolve();
    });
  });
  const passport = slot(page, 'passport');
  const file = { name: 'passport.jpg', mimeType: 'image/jpeg', buffer: await madeJpeg() };
  await passport.locator('input').first().setInputFiles(file);
  await passport.getByRole('button', { name: 'Upload' }).click();
  await taken;
  await passport.getByRole('button', { name: 'Cancel' }).click();
  await expect(passport.getByRole('status')).toContainText('Processing');
  await expect(passport.getByRole('button', { name: 'Upload' })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });

  test('a document can be photographed', async ({ page, email }) => {
    await openAccount(page, 'documents', { email });
    const passport = slot(page, 'passport');
    const camera = passport.getByLabel('Take a photo: Passport');
    await expect(passport.getByText('Take a photo')).toBeVisible();
    await expect(camera).toHaveAttribute('capture', 'environment');
    await expect(camera).toHaveAttribute('accept', 'image/*');
    await camera.setInputFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: await madeJpeg() });
    await expect(passport.getByText('image.jpg')).toBeVisible();
    await passport.getByRole('button', { name: 'Upload' }).click();
    await expect(passport.getByRole('status')).toContainText('Processing');
  });
});

test('where there is no finger there is no way to the camera', async ({ page }) => {
  await openAccount(page, 'documents', { email: 'new@example.com' });
  const passport = slot(page, 'passport');
  await expect(passport.getByText('Choose a file')).toBeVisible();
  await expect(passport.getByText('Take a photo')).toBeHidden();
});

test('a file is chosen and sent with the keys alone, and one that is dropped is taken too', async ({ page, email }) => {
  // The browser hands its choice of files over only from the first listener on: it has to be there well before the key.
  page.on('filechooser', () => undefined);
  await openAccount(page, 'documents', { email });
  const passport = slot(page, 'passport');
  await tabTo(page, passport.getByLabel('Choose a file: Passport'));
  const choosing = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await choosing).setFiles({ name: 'keys.jpg', mimeType: 'image/jpeg', buffer: await madeJpeg() });
  await expect(passport.getByText('keys.jpg')).toBeVisible();
  await tabTo(page, passport.getByRole('button', { name: 'Upload' }));
  await page.keyboard.press('Enter');
  await expect(passport.getByRole('status')).toContainText('Processing');

  const bytes = [...(await madeJpeg())];
  const dropped = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(all)], 'dropped.jpg', { type: 'image/jpeg' }));
    return transfer;
  }, bytes);
  const address = slot(page, 'address');
  await address.locator('form').dispatchEvent('dragover', { dataTransfer: dropped });
  await address.locator('form').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(address.getByText('dropped.jpg')).toBeVisible();
});
