import { ContentInvalid, ContentUnavailable } from '../content/content-source.ts';
import { createCockpitClient } from '../content/sources/cockpit-http.ts';
import { createLocalSource } from '../content/sources/local-source.ts';
import { contentOfEnvironment } from './content-config.ts';
import type { CommandOutcome } from './operator/outcome.ts';
import { report } from './operator/outcome.ts';
import { pushContent } from './cms/push-content.ts';

/** `npm run content:push`: writes the embedded content into an empty Cockpit v1, which CMS_URL and CMS_TOKEN name. */

async function run(): Promise<CommandOutcome> {
  const { folder, cms } = contentOfEnvironment(process.env);
  if (!cms)
    return { ok: false, text: 'Set the address of the CMS: CMS_URL=https://… CMS_TOKEN=… npm run content:push' };
  if (cms.version !== 1) return { ok: false, text: 'Only a Cockpit of version 1 can be filled.' };
  const basePath = new URL(cms.url).pathname.replace(/\/+$/, '');
  const client = createCockpitClient({ ...cms, timeoutMs: 60_000 }, 'Cockpit-Token');
  return pushContent({ client, basePath, source: createLocalSource(folder) });
}

report(
  await run().catch((fault: unknown) => {
    const isTheirs = fault instanceof ContentUnavailable || fault instanceof ContentInvalid;
    if (!isTheirs) throw fault;
    return { ok: false, text: `It could not be written: ${fault.message}` };
  }),
);
