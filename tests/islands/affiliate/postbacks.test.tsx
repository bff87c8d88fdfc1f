import { expect } from 'vitest';
import { page } from 'vitest/browser';
import {
  getPostbacks,
  renewPostbackSecret,
  resendPostback,
  savePostbacks,
  tryPostback,
} from '../../../src/lib/contract/affiliate/postback-endpoints.ts';
import type { PostbackDelivery, PostbackSettings } from '../../../src/lib/contract/affiliate/postback-calls.ts';
import { panel, test } from '../../support/component/shown-panel.tsx';

/** The postbacks to an affiliate's own server. The server decides what they contain. */

const query = '?view=postbacks';
const address = page.getByLabelText('Endpoint URL');
const button = (name: string) => page.getByRole('button', { name });
const rows = page.getByCss('tr[data-delivery]');
const secret = page.getByCss('[role="status"] code');
const { toast } = panel();

const none: PostbackSettings = { url: null, events: [], secret_made_at: null };
const savedSettings: PostbackSettings = {
  ...{ url: 'https://tracker.example/in', events: ['registration'] },
  secret_made_at: '2026-11-20T10:15:00.000Z',
};
const aDelivery = (changes: Partial<PostbackDelivery> = {}): PostbackDelivery => ({
  ...{ id: 'first', event: 'test', account: null, state: 'delivered', tries: 1, last_status: 204, last_fault: null },
  ...{ created_at: '2026-11-20T10:16:00.000Z', due_at: null, answered_at: '2026-11-20T10:16:01.000Z' },
  ...changes,
});

test('saved settings are confirmed, with a secret that is shown once and can be renewed', async ({
  showPanel,
  server,
}) => {
  server.answer(getPostbacks, { settings: none, deliveries: [] });
  await showPanel({ query });
  await expect.element(page.getByRole('heading', { name: 'No deliveries yet' })).toBeVisible();
  await expect.element(page.getByText('Enter an endpoint URL above, then send a test.')).toBeVisible();
  await expect.element(button('Send test')).not.toBeInTheDocument();
  server.answer(savePostbacks, { settings: savedSettings, secret: 'whsec_first' });
  await address.fill('https://tracker.example/in');
  await page.getByRole('checkbox', { name: 'First deposit' }).click();
  await button('Save').click();
  await expect.element(secret).toHaveTextContent('whsec_first');
  await expect.element(toast.getByRole('status')).toMatchTextContent('Postback settings saved');
  expect(server.asked(savePostbacks)[0]?.body).toEqual({ url: savedSettings.url, events: ['registration'] });
  await expect.element(page.getByText('Enter an endpoint URL above')).not.toBeInTheDocument();
  const ready = 'Your endpoint is saved. Send a test to see whether your server responds.';
  await expect.element(page.getByText(ready)).toBeVisible();
  await expect.element(page.getByText('Secret created 20 Nov 2026, 10:15:00 UTC')).toBeVisible();

  const ask = page.getByRole('dialog', { name: 'Create a new secret?' });
  await button('Create new secret').click();
  await ask.getByRole('button', { name: 'Keep old secret' }).click();
  await expect.element(ask).not.toBeInTheDocument();
  await expect.element(secret).toHaveTextContent('whsec_first');
  expect(server.asked(renewPostbackSecret)).toEqual([]);
  server.answer(renewPostbackSecret, {
    settings: { ...savedSettings, secret_made_at: '2026-11-21T09:00:00.000Z' },
    secret: 'whsec_second',
  });
  await button('Create new secret').click();
  await ask.getByRole('button', { name: 'Create new secret' }).click();
  await expect.element(secret).toHaveTextContent('whsec_second');
  await expect.element(page.getByText('Secret created 21 Nov 2026, 09:00:00 UTC')).toBeVisible();
});

test('answers to deliveries appear by themselves', async ({ showPanel, server }) => {
  const untried = aDelivery({ state: 'waiting', tries: 0, last_status: null, answered_at: null });
  server.answer(getPostbacks, { settings: savedSettings, deliveries: [] });
  await showPanel({ query });
  await expect.element(page.getByRole('checkbox', { name: 'Registration' })).toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: 'First deposit' })).not.toBeChecked();
  await expect.element(address).toHaveValue('https://tracker.example/in');
  await expect.element(secret).not.toBeInTheDocument();
  server.answer(tryPostback, untried);
  server.answer(getPostbacks, { settings: savedSettings, deliveries: [aDelivery()] });
  await button('Send test').click();
  await expect.element(rows).toMatchTextContent(/Test.*Waiting/);
  await expect.element(rows).toMatchTextContent(/Test.*Delivered.*HTTP 204.*10:16:01 UTC/);
  await expect.element(page.getByText('Delivered: HTTP 204')).toBeInTheDocument();
});

test('a waiting delivery says when it is tried next, and can be sent again', async ({ showPanel, server }) => {
  const waiting = aDelivery({
    ...{ event: 'registration', account: 'account-1', state: 'waiting', tries: 2 },
    ...{ last_status: 500, due_at: '2026-11-20T10:26:00.000Z' },
  });
  const lost = aDelivery({ id: 'second', state: 'waiting', last_status: null, last_fault: 'timeout' });
  server.answer(getPostbacks, { settings: savedSettings, deliveries: [waiting, lost] });
  await showPanel({ query });
  await expect.element(rows).toHaveLength(2);
  await expect
    .element(rows.nth(0))
    .toMatchTextContent(/Registration.*account-1.*Waiting.*HTTP 500.*2 attempts.*10:16:01 UTC.*next .*10:26:00 UTC/);
  await expect.element(rows.nth(1)).toMatchTextContent(/Test.*Waiting.*Timed out/);
  server.answer(resendPostback, { ...waiting, state: 'delivered', tries: 3, last_status: 204, due_at: null });
  await rows.nth(0).getByRole('button', { name: 'Send again' }).click();
  await expect.element(rows.nth(0)).toMatchTextContent(/Delivered.*HTTP 204/);
  expect(server.asked(resendPostback)[0]?.body).toEqual({ id: 'first' });
});

test('if postbacks are off, nothing can be sent again', async ({ showPanel, server }) => {
  server.answer(getPostbacks, {
    settings: savedSettings,
    deliveries: [aDelivery({ state: 'waiting', last_status: 500 })],
  });
  server.answer(savePostbacks, { settings: { ...savedSettings, url: null }, secret: null });
  await showPanel({ query });
  await expect.element(button('Send again')).toBeVisible();
  await address.fill('');
  await button('Save').click();
  await expect.element(toast.getByRole('status')).toMatchTextContent('Postbacks turned off');
  expect(server.asked(savePostbacks)[0]?.body).toEqual({ url: null, events: ['registration'] });
  const settings = { ...savedSettings, url: null };
  server.answer(getPostbacks, { settings, deliveries: [aDelivery({ state: 'given_up', last_status: 500 })] });
  await button('Refresh').click();
  await expect.element(rows).toMatchTextContent('Failed');
  await expect.element(button('Send again')).not.toBeInTheDocument();
  await expect.element(button('Send test')).not.toBeInTheDocument();
});

test('an invalid or unreachable address is refused at its field', async ({ showPanel, server }) => {
  server.answer(getPostbacks, { settings: none, deliveries: [] });
  server.refuse(savePostbacks, 'VALIDATION', { url: 'Not a valid URL' });
  await showPanel({ query });
  const wrong = ['tracker', 'http://tracker.example/in', 'https://127.0.0.1/in', 'https://a:b@c.example/'];
  for (const each of wrong) {
    await address.fill(each);
    await button('Save').click();
    await expect
      .element(address)
      .toHaveAccessibleDescription(/^Enter a URL that starts with https:\/\/ and is reachable from the internet$/);
    await expect.element(address).toHaveFocus();
  }
  // The first text cannot be an address at all, so the server is not asked about it.
  expect(server.asked(savePostbacks).map(({ body }) => (body as { url: string }).url)).toEqual(wrong.slice(1));
  await expect.element(secret).not.toBeInTheDocument();
});

test('failures to load, save or send are reported', async ({ showPanel, server }) => {
  server.beUnreachable(getPostbacks);
  await showPanel({ query });
  await expect.element(page.getByRole('alert')).toMatchTextContent("We couldn't load your postbacks.");
  server.answer(getPostbacks, { settings: savedSettings, deliveries: [] });
  await button('Try again').click();
  server.beUnreachable(savePostbacks);
  await button('Save').click();
  await expect.element(toast.getByText("We couldn't save your changes.")).toBeVisible();
  server.refuse(tryPostback, 'TOO_MANY_REQUESTS');
  await button('Send test').click();
  await expect.element(toast.getByText("We couldn't send the postback.")).toBeVisible();
  await expect.element(rows).not.toBeInTheDocument();
});
