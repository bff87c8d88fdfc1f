import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { upload } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { documentFilesField } from '../../../src/lib/contract/accounts/document-kinds.ts';
import { getUser } from '../../../src/lib/contract/endpoints.ts';
import type { User } from '../../../src/lib/contract/entities.ts';
import { aPdf, aPhoto, onItsSide } from '../../support/component/drawn-files.ts';
import type { FakeServer } from '../../support/component/fake-server.ts';
import { acceptUploads } from '../../support/component/fake-upload.ts';
import { aNewcomer, push, test } from '../../support/component/shown-account.tsx';

/** The documents that the broker asks for: which files are accepted, and what happens to them. */

const megabyte = 1024 * 1024;
const slot = (name: string) => page.getByCss(`[data-document="doc_${name}"]`);
const passport = slot('passport');
const input = passport.getByLabelText('Choose a file: Passport');
const send = passport.getByRole('button', { name: 'Upload' });
const alert = passport.getByRole('alert');
const state = passport.getByCss('[role="status"]');

type Field = 'doc_passport' | 'doc_address' | 'doc_funding_front' | 'doc_funding_back';
const inState = (status: string, field: Field = 'doc_passport', note: string | null = null): User => ({
  ...aNewcomer,
  [field]: JSON.stringify({ status, note, updated: '2026-11-20T10:00:00.000Z' }),
});

/** The uploads, oldest first. */
const sentTo = (server: FakeServer) => server.asked(upload).map(({ body }) => body as FormData);
const fileIn = (form: FormData | undefined) => form?.get(documentFilesField) as File;

const languages = [
  {
    locale: 'en',
    title: 'Passport',
    upload: 'Upload',
    choose: 'Choose a file',
    required: 'Passport is required',
    kinds: /^JPG, JPEG or PDF, up to 2 MB\./,
    processing: 'Processing',
    unsupported: 'File not supported',
  },
  {
    locale: 'de',
    title: 'Reisepass',
    upload: 'Hochladen',
    choose: 'Datei wählen',
    required: 'Reisepass ist erforderlich',
    kinds: /^JPG, JPEG oder PDF, bis 2 MB\./,
    processing: 'In Bearbeitung',
    unsupported: 'Datei wird nicht unterstützt',
  },
] as const;

test.for(languages)(
  'a document is requested, refused by its content, and accepted, in $locale',
  async (words, { showAccount, server }) => {
    acceptUploads(server);
    server.answer(upload, inState('1'));
    await showAccount('documents', { locale: words.locale, user: aNewcomer });
    const chooser = passport.getByLabelText(`${words.choose}: ${words.title}`);
    const button = passport.getByRole('button', { name: words.upload });
    await expect.element(passport.getByText(words.kinds)).toBeVisible();
    await expect.element(state).toBeEmptyDOMElement();
    await button.click();
    await expect.element(alert).toHaveTextContent(words.required);
    await expect.element(chooser).toHaveFocus();
    await userEvent.upload(chooser, new File(['#!/bin/sh\necho hi\n'], 'photo.jpg', { type: 'image/jpeg' }));
    await expect.element(alert).toMatchTextContent(words.unsupported);
    await expect.element(chooser).toBeInTheDocument();
    await userEvent.upload(chooser, await aPhoto());
    await expect.element(passport.getByText('passport.jpg')).toBeVisible();
    await expect.element(alert).toBeEmptyDOMElement();
    expect(server.asked(upload)).toEqual([]);
    await button.click();
    await expect.element(state).toMatchTextContent(words.processing);
    await expect.element(button).not.toBeInTheDocument();
    await expect.element(slot('address').getByRole('button', { name: words.upload })).toBeVisible();
    expect(sentTo(server).map((form) => [form.get('type'), form.get('side')])).toEqual([['passport', null]]);
  },
);

test.for([
  ['back', '', aPdf()],
  ['front', '', await aPhoto()],
] as const)(
  'the %s side of the funding card is sent separately',
  async ([side, type, file], { showAccount, server }) => {
    acceptUploads(server);
    server.answer(upload, inState('1', `doc_funding_${side}`));
    await page.viewport(360, 800);
    await showAccount('documents', { user: aNewcomer });
    const section = slot(`funding_${side}`);
    // The file has no extension, so its type is recognised by its content.
    await userEvent.upload(section.getByCss('input').first(), new File([file], 'card', { type }));
    await section.getByRole('button', { name: 'Upload' }).click();
    await expect.element(section.getByCss('[role="status"]')).toMatchTextContent('Processing');
    await expect.element(send).toBeVisible();
    const [form] = sentTo(server);
    expect([form?.get('type'), form?.get('side')]).toEqual(['funding', side]);
    expect(fileIn(form).size).toBe(file.size);
  },
);

test('a photo that is too large is scaled down, the right way up', async ({ showAccount, server }) => {
  acceptUploads(server);
  server.answer(upload, inState('1'));
  const photo = onItsSide(await aPhoto({ name: 'IMG_1.JPG', width: 2000, height: 1500, isNoise: true }));
  expect(photo.size).toBeGreaterThan(2 * megabyte);
  await showAccount('documents', { user: aNewcomer });
  await userEvent.upload(input, photo);
  await expect.element(passport.getByText(/^[\d.]+ MB, scaled down from [\d.]+ MB$/)).toBeVisible();
  await send.click();
  await expect.element(state).toMatchTextContent('Processing');
  const file = fileIn(sentTo(server)[0]);
  expect([file.name, file.type]).toEqual(['IMG_1.jpg', 'image/jpeg']);
  expect(file.size).toBeLessThanOrEqual(2 * megabyte);
  const { width, height } = await createImageBitmap(file);
  expect(width).toBeLessThan(height);
});

test('a photo of another type is converted to an accepted one', async ({ showAccount, server }) => {
  acceptUploads(server);
  server.answer(upload, inState('1'));
  await showAccount('documents', { user: aNewcomer });
  await userEvent.upload(input, await aPhoto({ name: 'scan.png', type: 'image/png' }));
  await expect.element(passport.getByText('scan.jpg')).toBeVisible();
  await send.click();
  await expect.element(state).toMatchTextContent('Processing');
  const bytes = new Uint8Array(await fileIn(sentTo(server)[0]).arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
});

test('data that a camera appended to a photo is dropped when it is sent again', async ({ showAccount, server }) => {
  acceptUploads(server);
  const first = server.hold(upload);
  const motion = new File([await aPhoto(), 'MotionPhoto_Data'.repeat(20)], 'motion.jpg', { type: 'image/jpeg' });
  await showAccount('documents', { user: aNewcomer });
  await userEvent.upload(input, motion);
  await send.click();
  await expect.poll(() => sentTo(server)).toHaveLength(1);
  server.answer(upload, inState('1'));
  first.refuse('FILE_NOT_SUPPORTED');
  await expect.element(state).toMatchTextContent('Processing');
  const texts = await Promise.all(sentTo(server).map((form) => fileIn(form).text()));
  expect(texts.map((text) => text.includes('MotionPhoto_Data'))).toEqual([true, false]);
});

test('a PDF that is too large is refused before it is sent', async ({ showAccount, server }) => {
  acceptUploads(server);
  await showAccount('documents', { user: aNewcomer });
  await userEvent.upload(input, aPdf(2 * megabyte));
  await expect.element(alert).toHaveTextContent('This file is too large. The limit is 2 MB.');
  await expect.element(alert).not.toHaveTextContent('File not supported');
  await expect.element(passport.getByText('JPG, JPEG or PDF, up to 2 MB')).toBeVisible();
  await send.click();
  expect(server.asked(upload)).toEqual([]);
});

test('a photo of another type that is too large to be opened is called too large', async ({ showAccount, server }) => {
  acceptUploads(server);
  await showAccount('documents', { user: aNewcomer });
  // Every part is the same memory, so that the file needs little of it.
  const part = new Blob([new Uint8Array(megabyte)]);
  const { items, files } = new DataTransfer();
  items.add(new File(Array<Blob>(61).fill(part), 'IMG_1.HEIC', { type: 'image/heic' }));
  const field = input.element() as HTMLInputElement;
  field.files = files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(alert).toHaveTextContent('This file is too large. The limit is 2 MB.');
});

test('the upload progress is shown, and the upload can be cancelled', async ({ showAccount, server }) => {
  const requests = acceptUploads(server);
  server.hold(upload);
  server.answer(getUser, aNewcomer);
  await showAccount('documents', { user: aNewcomer });
  await userEvent.upload(input, await aPhoto({ name: 'slow.jpg' }));
  await send.click();
  const bar = passport.getByRole('progressbar', { name: 'slow.jpg' });
  await expect.element(bar).toHaveAttribute('value', '0');
  requests[0]?.move(0.37);
  await expect.element(bar).toHaveAttribute('value', '37');
  await expect.element(passport.getByText('37% uploaded')).toBeVisible();
  requests[0]?.move(1);
  await expect.element(passport.getByText('Checking…')).toBeVisible();
  await passport.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(bar).not.toBeInTheDocument();
  expect(requests[0]?.isBrokenOff).toBe(true);
  await expect.element(passport.getByText('slow.jpg')).toBeVisible();
  await passport.getByRole('button', { name: 'Remove' }).click();
  await expect.element(input).toBeInTheDocument();
});

test('a file that arrived before it was cancelled is not requested again', async ({ showAccount, server }) => {
  acceptUploads(server);
  server.hold(upload);
  server.answer(getUser, inState('1'));
  await showAccount('documents', { user: aNewcomer });
  await userEvent.upload(input, await aPhoto());
  await send.click();
  await passport.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(state).toMatchTextContent('Processing');
  await expect.element(send).not.toBeInTheDocument();
});

test('a rejected document says why and is requested again; an approved one is not', async ({ showAccount }) => {
  const note = 'The lower edge is cut off. Please photograph the whole page.';
  await showAccount('documents', { user: inState('1') });
  await expect.element(state).toMatchTextContent('Processingsent on 20 Nov 2026');
  await push(inState('3', 'doc_passport', note));
  await expect.element(state).toHaveTextContent(`Rejectedon 20 Nov 2026${note}`);
  await expect.element(send).toBeVisible();
  await push(inState('2'));
  await expect.element(state).toHaveTextContent('Approvedon 20 Nov 2026');
  await expect.element(passport.getByRole('button')).not.toBeInTheDocument();
});

test('a dropped file is accepted', async ({ showAccount }) => {
  await showAccount('documents', { user: aNewcomer });
  const form = passport.getByCss('form');
  await expect.element(form).toBeVisible();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(await aPhoto({ name: 'dropped.jpg' }));
  for (const name of ['dragover', 'drop'])
    form.element().dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
  await expect.element(passport.getByText('dropped.jpg')).toBeVisible();
});

test('without a touch screen there is no camera button', async ({ showAccount }) => {
  await showAccount('documents', { user: aNewcomer });
  await expect.element(passport.getByText('Choose a file')).toBeVisible();
  await expect.element(passport.getByText('Take a photo')).not.toBeVisible();
});
