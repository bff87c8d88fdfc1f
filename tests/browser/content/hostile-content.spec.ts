import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import type { Entry } from '../../support/cockpit/fake-cockpit.ts';
import type { CmsProduct } from '../../support/product/cms-product.ts';
import { startCmsProduct } from '../../support/product/cms-product.ts';

/** A CMS whose every text tries to run something: on the pages of the real site nothing of it does, and it is read as it was written. */

// The policy would stop what came through: it must not come through.
test.use({ bypassCSP: true });
test.describe.configure({ timeout: 240_000 });

let site: CmsProduct;
test.beforeEach(async () => {
  site = await startCmsProduct();
});
test.afterEach(() => site.stop());

/** The last one is what text without markup is made of in a CMS. */
const attack = [
  '</script><script>ran()</script></title></style></textarea>',
  '"><img src=x onerror=ran()><svg onload=ran()></svg>',
  `' onx="ran()" onfocus=ran() autofocus tabindex=0 x='`,
  '<iframe srcdoc="<script>parent.ran()</script>"></iframe><form action="javascript:ran()"><button>go</button></form>',
  '<a href="javascript:ran()">a</a><a href=" java\nscript:ran()">b</a><a href="JaVaScRiPt&colon;ran()">c</a>',
  '&lt;/script&gt;&lt;script&gt;ran()&lt;/script&gt;&lt;img src=x onerror=ran()&gt;',
].join('');

/** What is no text: addresses, names that the model knows, dates. */
const noText =
  /slug|^(_id|component|field|href|url|link|figure|icon|form|updated|path|src|meta|symbols|id|email|phone|country|order)$|^(dates?|time|weekday|nth|day_of_month|importance|_.*)$/;

/** The same with the attack behind every text in it. */
function hostile(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? value : `${value.slice(0, 900)} ${attack}`;
  if (Array.isArray(value)) return value.map(hostile);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, noText.test(name) ? inner : hostile(inner)]),
  );
}

/** What an attack would leave in a page, and what it would have done. */
function tracesIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nodes = [...document.querySelectorAll('*')];
    const attributes = nodes.flatMap((node) => [...node.attributes].map(({ name, value }) => ({ name, value })));
    const run = /^(javascript|data|vbscript):/i;
    const made = nodes.filter((node) => node.matches('img[src="x"], iframe, form[action^="java"], svg[onload]'));
    const scripts = [...document.scripts].filter(
      ({ type, text }) => type !== 'application/ld+json' && text.includes('ran()'),
    );
    return [
      ...attributes.filter(({ name, value }) => /^on/.test(name) || run.test(value.replace(/\s/g, ''))),
      ...[...made, ...scripts].map(({ outerHTML }) => ({ name: 'element', value: outerHTML })),
      ...('hasRun' in window ? [{ name: 'ran', value: 'yes' }] : []),
    ].map(({ name, value }) => `${name}: ${value.slice(0, 200)}`);
  });
}

test('nothing of it runs, on any page and in any popup', async ({ page }) => {
  const { collections, singletons } = site.cms.state;
  for (const name of ['pages', 'calendar']) collections[name] = hostile(collections[name]) as Entry[];
  const popup = { id: 'news', title: `News ${attack}`, content: `<p>Read ${attack}</p>` };
  const settings = hostile(singletons['Settings']) as Entry;
  const popups = [{ field: { name: 'item', type: 'set', label: 'Item' }, value: popup }];
  singletons['Settings'] = { ...settings, popups, popups_de: popups };
  expect(await site.callWebhook()).toBe(200);
  await expect
    .poll(async () => (await site.read('/about')).text, { timeout: 60_000, intervals: [200] })
    .toContain('ran()');

  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.addInitScript(() => Object.assign(window, { ran: () => Object.assign(window, { hasRun: true }) }));
  const slugs = collections['pages']?.map((entry) => String(entry['title_slug'])) ?? [];
  const paths = slugs.map((slug) => (slug === 'home' ? '/' : `/${slug}`));
  for (const path of [...paths, '/de', '/de/about']) {
    await test.step(path, async () => {
      await page.goto(`${site.product().url}${path}`);
      await expect(page).toHaveTitle(/<script>ran\(\)<\/script><img src=x onerror=ran\(\)>/);
      await expect(page.locator('h1')).toContainText('<script>ran()</script>');
      expect(await tracesIn(page), path).toEqual([]);
      const data = await page.locator('script[type="application/ld+json"]').allTextContents();
      for (const one of data) expect(JSON.stringify(JSON.parse(one)), path).toContain('<script>ran()');
      expect(data, path).toHaveLength(1);
    });
  }

  await page.goto(`${site.product().url}/about`);
  const news = page.getByRole('dialog');
  await expect(news.getByText('Read')).toBeVisible();
  await expect(news).toContainText('onfocus=ran()');
  expect(await tracesIn(page)).toEqual([]);
  expect(dialogs).toEqual([]);
});

test('no name of a form is the id of anything else', async ({ page }) => {
  const forms = ['content', 'content', 'popup-title', 'account-panel', 'content-2'];
  site.cms.state.collections['pages']?.push({
    ...{ _id: 'z1', published: true, order: 99, title: 'Ask us', title_slug: 'ask-us' },
    components: forms.map((form) => ({ component: 'form', settings: { form } })),
  });
  expect(await site.callWebhook()).toBe(200);
  await expect.poll(async () => (await site.read('/ask-us')).status, { timeout: 60_000, intervals: [200] }).toBe(200);
  await page.goto(`${site.product().url}/ask-us`);
  await expect(page.locator('main form')).toHaveCount(forms.length);
  const ids = await page.locator('[id]').evaluateAll((nodes) => nodes.map(({ id }) => id));
  expect(ids).toEqual([...new Set(ids)]);
  await expect(page.locator('#content')).toHaveJSProperty('tagName', 'MAIN');
});
