import type { StatusReport } from '../../content/status-report.ts';
import { shownWords } from '../../content/status-report.ts';
import type { Area, OperatorParts } from '../operator/command.ts';
import { command } from '../operator/command.ts';
import type { SiteSettings } from '../operator/known-site.ts';
import type { CommandOutcome } from '../operator/outcome.ts';
import { whenText } from '../operator/outcome.ts';
import { statusUrl } from '../secrets/editor-link.ts';

/** What these commands need from a running server. */
export interface ContentLive {
  reportContent: () => StatusReport;
}

type ContentCommandParts = OperatorParts<ContentLive, SiteSettings & { content: { previewSecret: string | null } }>;

const status = command({
  name: 'status',
  about:
    'Shows the last pull of the content, what is refused and why, and what its editors should correct, with a link to the same for them. The exit code is 1 if the last pull failed or a part is refused.',
  isLive: true,
  carryOut: (parts: ContentCommandParts) => Promise.resolve(statusOf(parts)),
});

function statusOf({ live, config, runtime }: ContentCommandParts): CommandOutcome {
  if (!live) throw new Error('a command that the server carries out was carried out by another');
  const report = live.reportContent();
  const { source, elsewhere, pulls, refused, warnings, pages } = report;
  const [last] = pulls;
  const { siteUrl, content } = config;
  const url = statusUrl({ siteUrl, secret: content.previewSecret, now: runtime.now() });
  const text = [
    `Source: ${source}. Published: ${pages.length} pages.`,
    ...(elsewhere === null ? [] : [`Shown until a pull succeeds: a copy of ${elsewhere}.`]),
    last ? `Last pull: ${whenText(last.until.toISOString())} UTC. ${last.words}` : 'There was no pull yet.',
    ...refused.flatMap(({ name, faults, isShown, since }) => [
      `Refused since ${whenText(since.toISOString())}: ${name}. ${shownWords(isShown)}`,
      ...faults.map((fault) => `  ${fault}`),
    ]),
    ...warnings.flatMap(({ name, texts }) => [`To correct: ${name}`, ...texts.map((said) => `  ${said}`)]),
    url === null ? 'Editors see this by a link if CONTENT_PREVIEW_SECRET is set.' : `For editors, for 30 days: ${url}`,
  ].join('\n');
  return { ok: last?.isGood === true && refused.length === 0, text, data: { ...report, url }, isResult: true };
}

/** Commands about what editors publish. */
export const contentArea: Area<ContentCommandParts> = {
  name: 'content',
  about: 'What editors publish.',
  commands: [status],
  more: 'Only a running server publishes: run this on its machine, with its DATA_DIR.',
};
