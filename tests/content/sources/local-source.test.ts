import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ContentInvalid, ContentUnavailable } from '../../../src/content/content-source.ts';
import { createLocalSource } from '../../../src/content/sources/local-source.ts';
import { loadWhole } from '../../../src/content/pull/merge-content.ts';

/** Tests content in the files of a folder. All faults are reported at once, each with its file and path. */

let folder: string;

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-'));
  await write(
    'settings/en.yaml',
    'copyright: ©\ntagline: A broker.\nriskTitle: Risk\nriskText: All.\npopups: []\ncontact: { company: A, address: [] }\n',
  );
});
afterEach(() => rm(folder, { recursive: true }));

const steps = (item: string) => `blocks:\n  - kind: steps\n    items:\n      - ${item}\n`;

it('names every wrong file and path at once', async () => {
  await write('pages/about/en.yaml', `title: About\n${steps('{ title: A, text: B }')}`);
  await write('pages/about/de.yaml', steps('{ text: B }'));
  await write('pages/about/fr.yaml', 'title: À propos\n');
  await write('pages/terms/en.yaml', 'title: [\n');
  await write('pages/only-german/de.yaml', 'title: Nur deutsch\nblocks: []\n');
  await write('pages/both/en.yaml', 'title: Both\nblocks:\n  - { kind: rich-text, html: a, markdown: b }\n');
  await write('pages/both/page.yaml', 'isPublished: perhaps\n');
  await write('calendar.yaml', '- { id: a, country: euro }\n');
  const fault: unknown = await loadWhole(createLocalSource(folder)).catch((thrown: unknown) => thrown);
  expect(fault).toBeInstanceOf(ContentInvalid);
  const lines = (fault as ContentInvalid).message.split('\n');
  expect(lines).toContain('pages/about/de.yaml blocks[0].items[0].title: expected string, found nothing');
  expect(lines).toContain('pages/only-german/en.yaml: expected object, found nothing');
  expect(lines.filter((line) => line.startsWith('pages/terms/en.yaml'))).toHaveLength(1);
  expect(lines.some((line) => line.startsWith('pages/about/fr.yaml: expected en.yaml, de.yaml'))).toBe(true);
  expect(lines.some((line) => line.startsWith('calendar.yaml [0].country'))).toBe(true);
});

it('refuses two pages of one address, and names both', async () => {
  for (const slug of ['about', 'company']) {
    await write(`pages/${slug}/en.yaml`, 'title: A\nblocks: []\n');
    await write(`pages/${slug}/page.yaml`, 'slugs: { de: ueber-uns }\n');
  }
  const fault: unknown = await loadWhole(createLocalSource(folder)).catch((thrown: unknown) => thrown);
  expect(fault).toBeInstanceOf(ContentInvalid);
  expect((fault as ContentInvalid).message).toBe(
    "pages/company/page.yaml slugs.de: expected an address of its own, found /de/ueber-uns, which is pages/about/page.yaml's",
  );
});

it('refuses the name of the home page for any other, in any language', async () => {
  await write('pages/home/en.yaml', 'title: Home\nblocks: []\n');
  await write('pages/about/en.yaml', 'title: About\nblocks: []\n');
  await write('pages/about/page.yaml', 'slugs: { de: home }\n');
  await expect(loadWhole(createLocalSource(folder))).rejects.toThrow(
    'pages/about/page.yaml slugs.de: expected another name than that of the home page, found string "home"',
  );
});

it('refuses a setting that every object has by nature', async () => {
  await write('pages/home/en.yaml', 'title: Home\nblocks: []\n');
  await write('settings/en.yaml', 'constructor: 1\ncopyright: ©\n');
  await expect(loadWhole(createLocalSource(folder))).rejects.toThrow('settings/en.yaml: expected no field constructor');
});

it('is unavailable without a folder', async () => {
  await expect(loadWhole(createLocalSource(join(folder, 'none')))).rejects.toThrow(ContentUnavailable);
});
