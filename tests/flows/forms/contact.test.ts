import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendContactMessage } from '../../../src/lib/contract/calls.ts';
import { formLimits } from '../../../src/server/throttle/limits.ts';
import { makeFakeSite } from '../../support/fake-site.ts';
import type { SmtpPeer } from '../../support/peers/smtp-peer.ts';
import { startSmtpPeer } from '../../support/peers/smtp-peer.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { expectRefusal } from '../../support/wrong-values.ts';

const message = {
  ...{ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', phone: '+44 20 7946 0000' },
  message: 'Where is my receipt?',
};

let site: Awaited<ReturnType<typeof makeFakeSite>>;
let peer: SmtpPeer;
let shop: TestApp;
/** Mails are sent one after the other, and the machine may be busy. */
const patience = { timeout: 20_000 };
/** Each test is a different sender, because submissions per sender are limited. */
let sender = 0;

beforeAll(async () => {
  [site, peer] = await Promise.all([makeFakeSite(), startSmtpPeer()]);
  const mail = { SMTP_URL: peer.url, MAIL_FROM: 'no-reply@broker.example', MAIL_TO_CONTACT: 'desk@broker.example' };
  shop = await createTestApp({ distDir: site.distDir, env: { ...mail, TRUST_PROXY: 'on' } });
});
afterAll(async () => {
  await shop.close();
  await Promise.all([site.remove(), peer.close()]);
});
beforeEach(() => void (sender += 1));
afterEach(async () => {
  await expect.poll(async () => (await rows('mail_outbox')).length, patience).toBe(0);
  await shop.app.database.query('truncate form_entries');
  peer.mails.length = 0;
});

async function rows(table: 'form_entries' | 'mail_outbox'): Promise<Record<string, unknown>[]> {
  return (await shop.app.database.query<Record<string, unknown>>(`select * from ${table}`)).rows;
}

function post(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  const from = { 'x-forwarded-for': `203.0.113.${sender}` };
  return fetch(`${shop.url}${path}`, { method: 'POST', body, headers: { ...from, ...headers }, redirect: 'manual' });
}

const postJson = (path: string, body: unknown) =>
  post(path, JSON.stringify(body), { 'content-type': 'application/json' });
const postPlain = (path: string, fields: Record<string, string>) =>
  post(path, new URLSearchParams(fields), { accept: 'text/html,application/xhtml+xml' });

describe('the contact form', () => {
  test('is stored, and mailed to the broker with the visitor as reply address', async () => {
    const response = await postJson(sendContactMessage.path, message);
    expect([response.status, await response.json()]).toEqual([200, { status: 'success', data: null }]);
    expect(await rows('form_entries')).toMatchObject([
      { form: 'contact', fields: message, humanity: 'off', read_at: null, created_at: new Date(shop.runtime.now()) },
    ]);
    await expect
      .poll(() => peer.mails)
      .toMatchObject([{ to: ['desk@broker.example'], from: 'no-reply@broker.example' }]);
    expect(peer.mails[0]?.data).toContain('Reply-To: ada@example.com');
    expect(peer.mails[0]?.data).toContain('Subject: Contact form: Ada Lovelace');
    expect(peer.mails[0]?.data).toContain('Where is my receipt?');
  });

  test('sent twice, even at once, is one submission and one mail', async () => {
    const many = await Promise.all([1, 2, 3].map(() => postJson('/api/contact', message)));
    many.push(await postJson('/api/contact', { ...message, first_name: ' Ada ' }));
    expect(many.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await rows('form_entries')).toHaveLength(1);
    await expect.poll(() => peer.mails.length, patience).toBe(1);
    await postJson('/api/contact', { ...message, message: 'And another thing' });
    expect(await rows('form_entries')).toHaveLength(2);
    await expect.poll(() => peer.mails.length, patience).toBe(2);
  });

  test('names each field that is missing, and stores nothing', async () => {
    const response = await postJson('/api/contact', { ...message, first_name: '  ', phone: 'none' });
    const answer: unknown = await response.json();
    expectRefusal(response.status, answer, 'VALIDATION');
    expect(answer).toMatchObject({
      error: { fields: { first_name: 'First name is required', phone: 'Phone number not valid' } },
    });
    expect(await rows('form_entries')).toEqual([]);
  });

  test('filled in by a machine is answered as if it had been accepted', async () => {
    const response = await postJson('/api/contact', { ...message, topic: 'cheap pills' });
    expect(response.status).toBe(200);
    expect(await rows('form_entries')).toEqual([]);
  });

  test('is limited by sender, without affecting others', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1) {
      statuses.push((await postJson('/api/contact', { ...message, message: `Message ${index}` })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    const refused = await postJson('/api/forms/submit/question', { form: { ...message, name: 'Ada' } });
    expectRefusal(refused.status, await refused.json(), 'TOO_MANY_REQUESTS');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    sender += 1;
    expect((await postJson('/api/contact', message)).status).toBe(200);
  });

  test('cannot write headers of the mail or reorder its text', async () => {
    const first_name = 'Ada\r\nBcc: victim@example.com\r\n\r\nHello\u202e';
    await postJson('/api/contact', { ...message, first_name });
    await expect.poll(() => peer.mails.length, patience).toBe(1);
    expect(peer.mails[0]?.to).toEqual(['desk@broker.example']);
    const [head = ''] = (peer.mails[0]?.data ?? '').split('\n\n');
    expect(head).toContain('Subject: Contact form: Ada Bcc: victim@example.com Hello Lovelace');
    expect(head).not.toMatch(/^bcc:/im);
    for (const email of ['ada@example.com,victim@example.com', 'ada@example.com\r\nBcc: victim@example.com']) {
      const response = await postJson('/api/contact', { ...message, email });
      expectRefusal(response.status, await response.json(), 'VALIDATION');
    }
  });

  test('leaves nothing personal in the log, accepted or refused', async () => {
    await postJson('/api/contact', message);
    await postJson('/api/contact', { ...message, email: 'nonsense-7351' });
    await postPlain('/api/contact', { ...message, page: '/about', phone: '' });
    await expect.poll(() => peer.mails.length, patience).toBe(1);
    const lines = shop.log.map((line) => JSON.stringify(line).toLowerCase()).join('\n');
    for (const secret of ['ada', 'lovelace', 'example.com', '7946', 'receipt?', 'nonsense-7351', 'broker.example'])
      expect(lines).not.toContain(secret);
  });
});

describe('a form of the content', () => {
  const form = { name: 'Ada', email: 'ada@example.com', message: 'Hello' };

  test('is accepted as a Cockpit client sends it, under the name in the address', async () => {
    const response = await postJson('/api/forms/submit/question?token=abc', { form: { ...form, more: 'x' } });
    expect([response.status, await response.json()]).toEqual([200, { status: 'success' }]);
    expect(await rows('form_entries')).toMatchObject([{ form: 'cms:question', fields: form }]);
    await expect.poll(() => peer.mails[0]?.data, patience).toContain('Subject: Form question: Ada');
  });

  test('has texts of its own', async () => {
    const response = await postJson('/api/forms/submit/question', { form: { email: '' } });
    expect(await response.json()).toMatchObject({
      error: {
        code: 'VALIDATION',
        fields: {
          'form.name': 'Name is required',
          'form.email': 'Email is Required',
          'form.message': 'Message is required',
        },
      },
    });
  });

  test.each(['a%20b', 'newsletter', 'Question', '__proto__', 'x'.repeat(80)])(
    'that is on no page gets an empty 404, as from Cockpit: %s',
    async (name) => {
      for (const body of [{ form }, { form: {} }]) {
        const response = await postJson(`/api/forms/submit/${name}`, body);
        expect([response.status, await response.text()]).toEqual([404, '']);
      }
      expect(await rows('form_entries')).toEqual([]);
    },
  );

  test('can have the name of the contact form', async () => {
    expect((await postJson('/api/forms/submit/contact', { form })).status).toBe(200);
  });
});

describe('without scripts', () => {
  test('the visitor is sent back to the page with its thanks', async () => {
    const response = await postPlain('/api/contact', { ...message, topic: '', page: '/de/about' });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/de/about#sent-contact']);
    expect(await rows('form_entries')).toHaveLength(1);
    const { status, headers } = await postPlain('/api/forms/submit/question', {
      ...{ 'form[name]': 'Ada', 'form[email]': 'ada@example.com', 'form[message]': 'Hello', page: '/about' },
    });
    expect([status, headers.get('location')]).toEqual([303, '/about#sent-question']);
  });

  test('a refused form comes back as its page, with what was typed', async () => {
    const response = await postPlain('/api/contact', { ...message, email: 'nonsense', page: '/about' });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const refused = { form: 'contact', values: { email: 'nonsense', first_name: 'Ada' }, problem: 'VALIDATION' };
    expect(JSON.parse(await response.text())).toMatchObject({ title: 'About', refused });
    expect(await rows('form_entries')).toEqual([]);
  });

  test.each(['https://evil.example/', '//evil.example', '/nowhere', '/api/contact', '/about\r\nx: y', ''])(
    'nobody is redirected to %j',
    async (page) => {
      const response = await postPlain('/api/contact', { ...message, page });
      expect([200, 400]).toContain(response.status);
      expect(response.headers.get('location')).toBeNull();
      expect(response.headers.get('content-type')).toContain('application/json');
    },
  );

  test('a visitor who is refused too often gets a ready page, others get their own', async () => {
    const refuse = () => postPlain('/api/contact', { ...message, email: 'nonsense', page: '/about' });
    for (let at = 0; at < formLimits.counters.refused.points; at += 1) expect((await refuse()).status).toBe(400);
    for (let index = 0; index < 3; index += 1) {
      const response = await refuse();
      expect([response.status, response.headers.get('cache-control')]).toEqual([429, 'no-store']);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      const refused = { form: 'contact', values: {}, problem: 'TOO_MANY_REQUESTS' };
      expect(JSON.parse(await response.text())).toMatchObject({ title: 'About', refused });
    }
    const elsewhere = await postPlain('/api/contact', { ...message, email: 'nonsense', page: '/' });
    expectRefusal(elsewhere.status, await elsewhere.json(), 'TOO_MANY_REQUESTS');
    expect((await postPlain('/api/contact', { ...message, page: '/about' })).status).toBe(303);
    sender += 1;
    expect((await refuse()).status).toBe(400);
  });

  test('a script that sends the same gets the envelope', async () => {
    const fields = new URLSearchParams({ ...message, page: '/about' });
    const response = await post('/api/contact', fields, { accept: 'application/json' });
    expect([response.status, await response.json()]).toEqual([200, { status: 'success', data: null }]);
  });
});
