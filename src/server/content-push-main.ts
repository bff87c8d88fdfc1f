import { ContentInvalid, ContentUnavailable } from '../content/content-source.ts';
import { createCockpitClient } from '../content/sources/cockpit-http.ts';
import { createLocalSource } from '../content/sources/local-source.ts';
import { contentOfEnvironment } from './content-config.ts';
import type { CommandOutcome } from './operator/outcome.ts';
import { report } from './operator/outcome.ts';
import { pushContent } from './cms/push-content.ts';
import { pushContentV2 } from './cms/push-content-v2.ts';

/** `npm run content:push`: writes the embedded content into the empty Cockpit that CMS_URL and CMS_TOKEN name. */

async function run(): Promise<CommandOutcome> {
  const { folder, cms } = contentOfEnvironment(process.env);
  if (!cms)
    return { ok: false, text: 'Set the address of the CMS: CMS_URL=https://… CMS_TOKEN=… npm run content:push' };
  if (cms.version === null) return { ok: false, text: 'Only a Cockpit can be filled, not another CMS.' };
  const basePath = new URL(cms.url).pathname.replace(/\/+$/, '');
  const client = createCockpitClient({ ...cms, timeoutMs: 60_000 }, cms.version === 1 ? 'Cockpit-Token' : 'api-key');
  const push = cms.version === 1 ? pushContent : pushContentV2;
  return push({ client, basePath, source: createLocalSource(folder) });
}

report(
  await run().catch((fault: unknown) => {
    const isTheirs = fault instanceof ContentUnavailable || fault instanceof ContentInvalid;
    if (!isTheirs) throw fault;
    return { ok: false, text: `It could not be written: ${fault.message}` };
  }),
);
