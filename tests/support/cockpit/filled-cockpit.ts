import { createCockpitClient } from '../../../src/content/sources/cockpit-http.ts';
import { createLocalSource } from '../../../src/content/sources/local-source.ts';
import { pushContent } from '../../../src/server/cms/push-content.ts';
import type { Entry, FakeCockpit } from './fake-cockpit.ts';
import { fakeToken, startFakeCockpitV1 } from './fake-cockpit-v1.ts';

/** A Cockpit filled from a folder of content, as `npm run content:push` does; from the site's own folder by default. */
export async function startFilledCockpit(folder = 'src/content'): Promise<FakeCockpit> {
  const cockpit = await startFakeCockpitV1();
  const options = { url: cockpit.url, token: fakeToken };
  const client = createCockpitClient(options, 'Cockpit-Token');
  const outcome = await pushContent({ client, basePath: '', source: createLocalSource(folder) });
  if (!outcome.ok) throw new Error(outcome.text);
  return cockpit;
}

/** The item of a page, to edit it in place. */
export function pageEntry({ state }: FakeCockpit, slug: string): Entry {
  const found = state.collections['pages']?.find((one) => one['title_slug'] === slug);
  if (!found) throw new Error(`The CMS has no page ${slug}`);
  return found;
}
