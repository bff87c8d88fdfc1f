import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFakeSite } from '../../support/fake-site.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { expectRefusal } from '../../support/wrong-values.ts';

/** A form that exceeds the limit, sent as a browser without scripts sends it. */

let site: Awaited<ReturnType<typeof makeFakeSite>>;
let shop: TestApp;
beforeAll(async () => {
  site = await makeFakeSite();
  shop = await createTestApp({ distDir: site.distDir });
});
afterAll(async () => {
  await shop.close();
  await site.remove();
});

const send = (accept: string, referer: string, query = '') =>
  fetch(`${shop.url}/api/contact${query}`, {
    method: 'POST',
    headers: { accept, referer: `https://broker.example${referer}` },
    body: new URLSearchParams({ message: 'x'.repeat(70_000), page: '/about' }),
  });

test('comes back as the page that it is on, as often as it is sent', async () => {
  for (let sent = 0; sent < 30; sent += 1) {
    const response = await send('text/html', '/about?from=mail');
    expect([response.status, response.headers.get('cache-control')]).toEqual([413, 'no-store']);
    const refused = { form: 'contact', values: {}, problem: 'BODY_TOO_LARGE' };
    expect(JSON.parse(await response.text())).toMatchObject({ title: 'About', refused });
  }
});

test('also comes back as its page if it was sent from another site, where browsers do not name the page', async () => {
  const response = await send('text/html', '/', '?page=/about');
  expect(response.status).toBe(413);
  expect(JSON.parse(await response.text())).toMatchObject({ title: 'About', refused: { problem: 'BODY_TOO_LARGE' } });
});

test.each([
  ['a script', 'application/json', '/about'],
  ['a page without the form', 'text/html', '/'],
  ['a page that does not exist', 'text/html', '/nowhere'],
])('is answered with the envelope if %s sends it', async (_who, accept, referer) => {
  const response = await send(accept, referer);
  expectRefusal(response.status, await response.json(), 'BODY_TOO_LARGE');
});
