import { parseArgs } from 'node:util';
import { ContentUnavailable } from '../content/content-source.ts';
import { chooseSource } from '../content/sources/choose-source.ts';
import { contentOfEnvironment } from './content-config.ts';
import { pullContent } from './cms/pull-content.ts';
import type { CommandOutcome } from './operator/outcome.ts';
import { report } from './operator/outcome.ts';

/** `npm run content:pull`: writes what a CMS holds into a folder of content, so that it can be kept in git. */

const help = `npm run content:pull -- [--to <folder>] [--drafts]

Writes what the CMS of the environment holds into a folder of content, by default CONTENT_DIR, with its pictures.
--drafts also writes the pages that are not published, as drafts. Only files that are committed, or that an earlier pull
wrote, are replaced.`;

async function run(args: string[]): Promise<CommandOutcome> {
  const options = readOptions(args);
  if (!options) return { ok: false, isMisread: true, text: help };
  const { cms, folder } = contentOfEnvironment(process.env);
  if (!cms)
    return {
      ok: false,
      text: 'Set the source: CMS_URL=https://… CMS_TOKEN=…, or CONTENT_SOURCE=http with its address',
    };
  const { to = folder, drafts = false } = options;
  return pullContent({ source: chooseSource({ folder, cms }), folder: to, withDrafts: drafts });
}

function readOptions(args: string[]) {
  try {
    const options = { to: { type: 'string' }, drafts: { type: 'boolean' } } as const;
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch {
    return null;
  }
}

report(
  await run(process.argv.slice(2)).catch((fault: unknown) => {
    if (!(fault instanceof ContentUnavailable)) throw fault;
    return { ok: false, text: `It could not be pulled, and nothing was written: ${fault.message}` };
  }),
);
