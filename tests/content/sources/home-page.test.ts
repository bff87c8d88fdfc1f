import { expect, test } from 'vitest';
import { startMadeLocal, startMadeV1, startMadeV2 } from '../../support/cockpit/made-site.ts';
import { loadWhole } from '../../../src/content/pull/merge-content.ts';

const starts = { local: startMadeLocal, 'cockpit v1': startMadeV1, 'cockpit v2': startMadeV2 };

test.each(Object.entries(starts))(
  'the %s source refuses a site without a home page, and one without any page',
  async (_name, start) => {
    const site = await start();
    const { pages } = await loadWhole(site.source);
    const fault = { path: 'pages', expected: 'home', found: 'nothing' };
    await site.remove('home');
    await expect(loadWhole(site.source)).rejects.toMatchObject({ name: 'ContentInvalid', faults: [fault] });
    for (const { slug } of pages) if (slug !== 'home') await site.remove(slug);
    await expect(loadWhole(site.source)).rejects.toMatchObject({ name: 'ContentInvalid', faults: [fault] });
    await site.close();
  },
);
