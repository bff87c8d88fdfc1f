import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CmsSite } from '../../support/site/cms-site.ts';
import { openCmsSite } from '../../support/site/cms-site.ts';
import { elementsIn, mainOf } from '../../support/site/read-html.ts';

/** Forms that editors name in the CMS. */

let site: CmsSite;
beforeAll(async () => {
  site = await openCmsSite();
});
afterAll(() => site.close());

test('a form’s name never equals the id of another element', { timeout: 120_000 }, async () => {
  const forms = ['content', 'content', 'popup-title', 'account-panel', 'content-2'];
  site.cms.state.collections['pages']?.push({
    ...{ _id: 'z1', published: true, order: 99, title: 'Ask us', title_slug: 'ask-us' },
    components: forms.map((form) => ({ component: 'form', settings: { form } })),
  });
  expect(await site.callWebhook()).toBe(200);
  await expect.poll(async () => (await site.read('/ask-us')).status, { timeout: 60_000 }).toBe(200);
  const { text } = await site.read('/ask-us');
  expect(elementsIn(mainOf(text), 'form')).toHaveLength(forms.length);
  const ids = elementsIn(text).flatMap(({ id }) => id ?? []);
  expect(ids).toEqual([...new Set(ids)]);
  expect(elementsIn(text, 'main')).toEqual([expect.objectContaining({ id: 'content' })]);
});
