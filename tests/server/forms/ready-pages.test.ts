import { beforeEach, describe, expect, test } from 'vitest';
import type { SiteContent } from '../../../src/content/model/site-content.ts';
import { createLocalSource } from '../../../src/content/sources/local-source.ts';
import { loadWhole } from '../../../src/content/pull/merge-content.ts';
import { findPublishedForms } from '../../../src/server/forms/published-forms.ts';
import { createReadyPages } from '../../../src/server/forms/ready-pages.ts';
import { smallContentDir } from '../../support/small-content.ts';

const switches = { registration: false, platformOnly: false, economics: true, correctedTexts: false };
let content: SiteContent;
const published = findPublishedForms(() => content, switches);

beforeEach(async () => {
  content = await loadWhole(createLocalSource(smallContentDir));
});

describe('the forms that are published', () => {
  test('are those of the pages, and the contact form', () => {
    expect(['question', 'contact', 'newsletter', 'toString'].map(published.has)).toEqual([true, true, false, false]);
    content = { ...content, pages: [] };
    expect(['question', 'contact'].map(published.has)).toEqual([false, true]);
  });

  test('are on pages, in every language', () => {
    expect(['/about', '/de/about', '/', '/nowhere'].map((path) => published.isOn(path, 'question'))).toEqual([
      ...[true, true, false, false],
    ]);
  });

  test('disappear with a page that a switch hides', () => {
    const platformOnly = findPublishedForms(() => content, { ...switches, platformOnly: true });
    expect([platformOnly.has('question'), platformOnly.isOn('/about', 'question')]).toEqual([false, false]);
  });
});

describe('a page that is ready', () => {
  const problem = 'TOO_MANY_REQUESTS';
  let rendered: string[];
  let isBroken: boolean;
  const readyPages = () =>
    createReadyPages({
      published,
      pages: {
        render: (path, { form, values, problem }) => {
          rendered.push(`${path} ${form} ${problem} ${Object.keys(values).length}`);
          if (isBroken) return Promise.reject(new Error('no'));
          return Promise.resolve({ status: 200, headers: {}, content: Buffer.from(path) });
        },
      },
    });

  beforeEach(() => {
    rendered = [];
    isBroken = false;
  });

  test('is rendered once for everybody, and again for new content', async () => {
    const ready = readyPages();
    const pages = await Promise.all([1, 2, 3].map(() => ready.refusing({ path: '/about', form: 'contact', problem })));
    expect(new Set(pages).size).toBe(1);
    expect(rendered).toEqual(['/about contact TOO_MANY_REQUESTS 0']);
    await ready.refusing({ path: '/about', form: 'question', problem });
    content = { ...content };
    await ready.refusing({ path: '/about', form: 'contact', problem });
    expect(rendered).toHaveLength(3);
  });

  test('does not exist on a page without the form', async () => {
    const ready = readyPages();
    expect([
      await ready.refusing({ path: '/', form: 'contact', problem }),
      await ready.refusing({ path: '/about', form: 'newsletter', problem }),
    ]).toEqual([null, null]);
    expect(rendered).toEqual([]);
  });

  test('that failed is tried again', async () => {
    const ready = readyPages();
    isBroken = true;
    await expect(ready.refusing({ path: '/about', form: 'contact', problem })).rejects.toThrow('no');
    isBroken = false;
    expect(await ready.refusing({ path: '/about', form: 'contact', problem })).toMatchObject({ status: 200 });
  });
});
