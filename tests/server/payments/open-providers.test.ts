import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnvironment, UnusableValue } from '../../../src/server/environment.ts';
import { openProviders } from '../../../src/server/payments/providers/open-providers.ts';
import { readPayments } from '../../../src/server/payments/providers/payments-config.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

const example = 'docs/payments.example.json';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payments-file-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Described extends Record<string, unknown> {
  name: string;
}
const described = JSON.parse(await readFile(example, 'utf8')) as Described[];
const secretsFor = (names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`PAYMENT_SECRET_${name.toUpperCase()}`, 'a secret of it'],
      [`PAYMENT_KEY_${name.toUpperCase()}`, 'a key of it'],
    ]),
  );

async function open(env: Record<string, string>) {
  const warned: unknown[] = [];
  const logger = { info: () => undefined, warn: (facts: unknown) => void warned.push(facts) };
  const config = readPayments(readEnvironment(env), false);
  const providers = await openProviders({ config, logger, masterKey: Buffer.alloc(32), runtime: createTestRuntime() });
  return { providers, warned, names: providers.all.map(({ name }) => name) };
}

async function openList(list: unknown): Promise<Awaited<ReturnType<typeof open>>> {
  const file = join(folder, 'payments.json');
  await writeFile(file, typeof list === 'string' ? list : JSON.stringify(list));
  return open({ PAYMENTS_FILE: file, ...secretsFor(described.map(({ name }) => name)) });
}

describe('the providers of a configuration', () => {
  test('are none without a file', async () => {
    expect((await open({})).names).toEqual([]);
  });

  test('are all of the example, in its order, if their secrets are set', async () => {
    const { names, providers, warned } = await open({
      PAYMENTS_FILE: example,
      ...secretsFor(described.map(({ name }) => name)),
    });
    expect(names).toEqual(described.map(({ name }) => name));
    expect(warned).toEqual([]);
    const kinds = providers.all.map(({ shown }) => shown.kind);
    expect(kinds.join(' ')).toBe('send send send send send direct widget link link link bank');
    expect(providers.get('transfer')).toMatchObject({ driver: null, shown: { account: [{}, { name: 'IBAN' }, {}] } });
    expect(providers.find(1, null)?.name).toBe('northpay');
    expect(providers.find(2, 'northpay')).toBeUndefined();
  });

  test('are offered only if their secret is set, and the log names missing ones', async () => {
    const { names, warned } = await open({ PAYMENTS_FILE: example, ...secretsFor(['centway']) });
    expect(names).toEqual(['centway', 'paperway', 'transfer']);
    expect(warned).toContainEqual({ provider: 'northpay', missing: 'PAYMENT_SECRET_NORTHPAY' });
    const keyless = await open({ PAYMENTS_FILE: example, PAYMENT_SECRET_CENTWAY: 'a secret of it' });
    expect(keyless.warned).toContainEqual({ provider: 'centway', missing: 'PAYMENT_KEY_CENTWAY' });
  });

  test('have one label, or one for each language', async () => {
    const [first, ...others] = described;
    const bank = others.find(({ kind }) => kind === 'bank');
    const { providers } = await openList([
      { ...first, label: 'Northpay' },
      { ...bank, label: { en: 'Bank', de: 'Konto' } },
    ]);
    expect(providers.get('northpay')?.shown).toMatchObject({ label: 'Northpay', labels: undefined });
    const shown = providers.get('transfer')?.shown;
    expect(shown).toMatchObject({ label: 'Bank', labels: { de: 'Konto' } });
    expect(shown?.account?.[0]).toMatchObject({ name: 'Recipient', names: { de: 'Empfänger' } });
    expect(shown?.account?.[1]).toMatchObject({ name: 'IBAN', names: undefined });
  });

  test('and secrets of unknown providers are logged by name', async () => {
    const { warned } = await open({ PAYMENT_SECRET_NOTHPAY: 'a secret of it' });
    expect(warned).toEqual([{ unused: ['NOTHPAY'] }]);
  });

  test('know which will report, and which can be polled', async () => {
    const { providers } = await openList(described);
    const of = (which: 'canReport' | 'canBeAsked') =>
      providers.all.filter((provider) => provider[which] === true).map(({ name }) => name);
    expect(of('canBeAsked')).toEqual(['centway']);
    expect(of('canReport')).not.toContain('pocketlink');
    expect(of('canReport')).toContain('coinlane');
  });

  test('begin with Stripe if there is an account', async () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_test_1' };
    const { names, providers } = await open({ PAYMENTS_FILE: example, ...stripe });
    expect(names[0]).toBe('stripe');
    expect(providers.get('stripe')?.shown).toMatchObject({ label: 'Card', labels: { de: 'Karte' }, simulated: 0 });
  });
});

describe('a file that cannot be used', () => {
  const first = described[0] as Described & { start: Record<string, unknown>; webhook: Record<string, unknown> };
  const widget = described.find(({ kind }) => kind === 'widget') as Described;
  const link = described.find(({ name }) => name === 'pocketlink') as Described;
  const changed = (part: 'start' | 'webhook', changes: object) => [
    { ...first, [part]: { ...first[part], ...changes } },
  ];
  const plain = { algorithm: 'sha256', kind: 'digest', in: 'field', name: 'hash' };

  test.each<[string, unknown, RegExp]>([
    ['no JSON', '[{', /no JSON/],
    ['no list', {}, /no list/],
    ['no object in it', [7], /provider 1 of the list/],
    ['another kind', [{ ...first, kind: 'magic' }], /provider "northpay" kind/],
    ['another method', [{ ...first, method: 4 }], /provider "northpay" method/],
    ['a label in no language of ours', [{ ...first, label: { en: 'x', tlh: 'y' } }], /provider "northpay" label/],
    ['a label without English', [{ ...first, label: { de: 'x' } }], /provider "northpay" label/],
    ['a field that was misspelt', [{ ...first, lable: 'x' }], /provider "northpay".*lable/],
    ['a secret in it', [{ ...first, secret: 'the secret itself' }], /provider "northpay".*secret/],
    ['an address without TLS', changed('start', { url: 'http://pay.example/x' }), /start\.url/],
    ['a page without TLS', [{ ...link, url: 'http://pay.example/x' }], /url/],
    ['an address of another kind', changed('start', { url: 'ftp://x' }), /start\.url/],
    ['an unknown fact', changed('start', { fields: { a: '{merchnt}' } }), /start\.fields\.a.*\{merchnt\}/],
    ['an invalid number field', changed('start', { numbers: ['order'] }), /start\.numbers.*order/],
    ['no name of the payment', changed('webhook', { order: undefined, reference: undefined }), /by which a payment/],
    [
      'an amount that is not signed',
      changed('webhook', { sign: { ...plain, over: '{order}{id}{currency}{status}{secret}' } }),
      /webhook\.sign\.over.*\{amount\}/,
    ],
    [
      'a digest that anybody can compute',
      changed('webhook', { sign: { ...plain, over: '{order}{id}{amount}{currency}{status}' } }),
      /webhook\.sign\.over.*\{secret\}/,
    ],
    [
      'a body that contains its own signature',
      changed('webhook', { sign: { ...plain, over: 'body' } }),
      /webhook\.sign\.over/,
    ],
    ['a secret for browsers', [{ ...widget, attributes: { key: '{secret}' } }], /attributes\.key.*\{secret\}/],
    ['a secret in an address', [{ ...link, url: 'https://x.example/{secret}' }], /url.*\{secret\}/],
    ['a host of the customer’s choice', [{ ...link, url: 'https://{city}/x' }], /url/],
    ['an origin with more in it', [{ ...widget, origins: ['https://x.example; script-src *'] }], /origins/],
    ['two of one name', [first, first], /name/],
    ['a name of ours', [{ ...first, name: 'stripe' }], /name/],
    ['a name of the books', [{ ...first, name: 'manual' }], /name/],
    ['a key for browsers', [{ ...widget, attributes: { key: '{key}' } }], /attributes\.key.*\{key\}/],
    [
      'a value that hides a field of reports',
      [{ ...first, values: { merchant: 'm', status: 'APPROVED' } }],
      /webhook\.status/,
    ],
    [
      'a poll by a reference that nothing provides',
      [{ ...widget, ask: { url: 'https://x.example/{reference}' } }],
      /provider "till".*ask\.url.*\{reference\}/,
    ],
    ['a value with the name of a fact', [{ ...first, values: { amount: '1', merchant: 'm' } }], /values\.amount/],
  ])('has %s, and is refused by name of provider and field', async (_what, list, words) => {
    const fault: unknown = await openList(list).catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(UnusableValue);
    expect(String(fault)).toMatch(words);
    expect(String(fault)).not.toContain('the secret itself');
  });

  test('is missing', async () => {
    await expect(open({ PAYMENTS_FILE: join(folder, 'nowhere.json') })).rejects.toThrow(/PAYMENTS_FILE.*nowhere\.json/);
  });
});
