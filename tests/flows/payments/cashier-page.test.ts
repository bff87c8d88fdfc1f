import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TillStandIn } from '../../support/payments/till-stand-in.ts';
import { startTillStandIn, tillSignature } from '../../support/payments/till-stand-in.ts';
import type { PayingFloor, Payer } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';

/** The page on which a provider's script runs. */

let till: TillStandIn;
let floor: PayingFloor;
let payer: Payer;

beforeAll(async () => {
  till = await startTillStandIn();
  const site = { SITE_URL: 'https://broker.example', SITE_ORIGINS: 'https://www.broker.example' };
  floor = await openPayingFloor({ ...till.env, ...site });
  payer = await floor.payer();
});
afterAll(async () => {
  await floor.close();
  await till.close();
});

/** Begins a deposit at the till: returns its id and the path of its page here. */
async function begin(): Promise<{ id: string; path: string }> {
  const id = await payer.deposit({ provider: 'till' });
  const { data } = await payer.send(id, { provider: 'till', lang: 'de' });
  const page = new URL(data?.redirect_url ?? '');
  expect(page.origin).toBe('https://broker.example');
  return { id, path: `${page.pathname}${page.search}` };
}
const open = (path: string) => fetch(`${floor.shop.url}${path}`);

test('the page gives the script the payment, in the customer’s language, and lets in only the provider’s origin', async () => {
  const { id, path } = await begin();
  const answer = await open(path);
  expect(answer.status).toBe(200);
  const html = await answer.text();
  expect(html).toContain(
    `<script src="${till.url}/cashier.js" data-order="${id}" data-amount="30000" data-currency="EUR"`,
  );
  expect(html).toContain(`data-signature="${tillSignature(`${id}30000EUR`)}"`);
  expect(html).toContain('data-shop="Tom &amp; &quot;Jerry&quot; &lt;script&gt;alert(1)&lt;/script&gt;"');
  expect(html).toContain('Das Zahlungsformular wird geöffnet');
  const policy = new Map(
    (answer.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );
  expect(policy.get('default-src')).toBe("'none'");
  expect(policy.get('script-src')).toMatch(new RegExp(`^'sha256-[\\w+/]+=' ${till.url}$`));
  expect(policy.get('connect-src')).toBe(till.url);
  expect(policy.get('frame-ancestors')).toBe("'self' https://broker.example https://www.broker.example");
  expect(policy.get('sandbox')).toMatch(/^allow-scripts /);
  expect(policy.get('sandbox')).not.toContain('same-origin');
  expect(answer.headers.get('x-frame-options')).toBeNull();
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('referrer-policy')).toBe('origin');
});

test('the page uses the theme of the surrounding page, which only its own script reads', async () => {
  const { path } = await begin();
  const answer = await open(path);
  const html = await answer.text();
  const [, script = ''] = /<script>([\s\S]+?)<\/script>/.exec(html) ?? [];
  expect(answer.headers.get('content-security-policy')).toContain(
    `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const themeOf = (hash: string) => {
    const page = { documentElement: { dataset: {} as { theme?: string } } };
    runInNewContext(script, { location: { hash }, document: page, setTimeout: () => undefined });
    return page.documentElement.dataset.theme;
  };
  expect(['#light', '#dark', '', '#light"'].map(themeOf)).toEqual(['light', 'dark', undefined, undefined]);
  for (const theme of ['light', 'dark']) expect(html).toContain(`:root[data-theme=${theme}]{color-scheme:${theme};`);
});

test.each([
  [
    'presses the button of the script when it is there, two seconds after the start at the earliest',
    3,
    'cashier opened',
  ],
  ['says that it could not be opened where none comes', Infinity, 'cashier failed'],
])('%s', async (_what, buttonAtLook, told) => {
  const { path } = await begin();
  const [, script = ''] = /<script>([\s\S]+?)<\/script>/.exec(await (await open(path)).text()) ?? [];
  const parts = ['waits', 'failed'].map((part) => ({ dataset: { part }, hidden: part === 'failed' }));
  const [waits, messages]: [number[], unknown[]] = [[], []];
  let clicks = 0;
  const button = { click: () => void (clicks += 1) };
  const document = {
    ...{ documentElement: { dataset: {} }, body: { dataset: { button: '.till-button' } } },
    querySelectorAll: () => parts,
    querySelector: () => (waits.length >= buttonAtLook ? button : null),
  };
  const steps: (() => void)[] = [];
  const later = (step: () => void, ms: number) => void (waits.push(ms), steps.push(step));
  const parent = { postMessage: (message: unknown) => messages.push(message) };
  runInNewContext(script, { location: { hash: '' }, document, parent, setTimeout: later });
  expect([clicks, messages]).toEqual([0, []]);
  for (let step = steps.shift(); step; step = steps.shift()) step();
  const isFound = buttonAtLook < Infinity;
  expect(waits).toEqual([2_000, ...Array<number>(isFound ? buttonAtLook - 1 : 14).fill(1_000)]);
  expect([clicks, messages]).toEqual([isFound ? 1 : 0, [told]]);
  expect(parts.map(({ hidden }) => hidden)).toEqual([true, isFound]);
});

test('the page is the same for a repeat, and its address reveals nothing', async () => {
  const { id, path } = await begin();
  const again = await payer.send(id, { provider: 'till' });
  expect(again.data?.redirect_url).toBe(`https://broker.example${path}`);
  const seal = new URL(path, 'https://x').searchParams.get('seal') ?? '';
  expect(Buffer.from(seal, 'base64url').toString('latin1')).not.toContain('30000');
});

describe('the page cannot be opened', () => {
  test.each<[string, (path: string, other: string) => string]>([
    ['without a seal', (path) => path.replace(/\?.*/, '')],
    ['with a seal that was changed', (path) => path.replace(/.{4}$/, 'AAAA')],
    ['with the seal of another payment', (path, other) => path.replace(/\?.*/, new URL(other, 'https://x').search)],
    ['at an unknown provider', (path) => path.replace('/till/', '/tall/')],
    ['for an unknown payment', (path) => path.replace(/[\w-]+\?/, 'x?')],
  ])('%s', async (_how, change) => {
    const [{ path }, other] = [await begin(), await begin()];
    const answer = await open(change(path, other.path));
    expect(answer.status).toBe(404);
    const html = await answer.text();
    expect(html).not.toContain('cashier.js');
    expect(html).toContain('This page has expired. Please start the deposit again.');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });

  test('after a day', async () => {
    const { path } = await begin();
    floor.shop.runtime.advance(24 * 3_600_000);
    expect((await open(path)).status).toBe(200);
    floor.shop.runtime.advance(1);
    expect((await open(path)).status).toBe(404);
    payer = await floor.payer();
  });
});

test('the seal of the page is never logged', () => {
  const lines = JSON.stringify(floor.shop.log);
  expect(lines).toContain('/payment-widget/:provider/:transaction');
  expect(lines).not.toContain('seal=');
});
