import type { SiteContent } from '../../content/model/site-content.ts';
import type { CmsAddress } from '../../content/sources/choose-source.ts';
import type { ReportedPull, StatusReport } from '../../content/status-report.ts';
import { listFaults, nameEntries, reportPages, reportWarnings } from '../../content/status-report.ts';
import type { ContentStatus, NotedPull, PullOutcome } from './content-status.ts';

export interface ReportedParts {
  status: ContentStatus;
  /** What is published. */
  content: SiteContent;
  /** The name of the source. */
  source: string;
  cms: CmsAddress | null;
  /** See `StatusReport`. */
  refusedBefore: number | null;
  unrendered: StatusReport['unrendered'];
  now: Date;
}

/** What became of the content, in the words of its editors. */
export function reportContent({ status, content, cms, ...facts }: ReportedParts): StatusReport {
  const { refused, warnings, live, elsewhere } = status;
  const names = nameEntries(content, live, (key) => editUrlOf(cms, key));
  return {
    ...{ ...facts, elsewhere, pulls: reportPulls(status.pulls) },
    refused: refused.map(({ key, where, faults, isShown, since }) => ({
      ...{ key, name: names.nameOf(key, where), editUrl: names.editUrlOf(key) },
      ...{ faults: listFaults(faults.map(({ words }) => words)), isShown, since: new Date(since) },
    })),
    warnings: reportWarnings(content, warnings, live, names),
    pages: reportPages(content, live, names.editUrlOf),
  };
}

/** Where a part is edited in Cockpit, by its key; null for files and other CMSs. */
export function editUrlOf(cms: CmsAddress | null, key: string): string | null {
  if (!cms || cms.version === null) return null;
  const { url, version } = cms;
  const [kind = '', ...rest] = key.split('/');
  const id = encodeURIComponent(rest.join('/'));
  const [singleton, item, items] =
    version === 1
      ? ['singletons/form', 'collections/entry', 'collections/entries']
      : ['content/singleton/item', 'content/collection/item', 'content/collection/items'];
  if (kind === 'settings') return `${url}/${singleton}/Settings`;
  const isItem = (kind === 'pages' || kind === 'redirects') && id !== '';
  return isItem ? `${url}/${item}/${kind}/${id}` : `${url}/${items}/${kind}`;
}

const outcomeWords: Readonly<Record<PullOutcome, string>> = {
  fresh: 'Everything is published.',
  partial: 'Published, except for what is refused.',
  unavailable: 'The CMS could not be read, so the site stays as it is:',
  invalid: 'The CMS holds no site that could be shown, so the site stays as it is:',
  failed: 'The pages could not be published, so the site stays as it is. The server log says why.',
};

/** Repeats that changed nothing are one entry, because a pull comes every five minutes. */
function reportPulls(pulls: readonly NotedPull[]): ReportedPull[] {
  const entries: ReportedPull[] = [];
  for (const { at, outcome, reason, changes } of pulls) {
    const from = new Date(at);
    const words = [outcomeWords[outcome], outcome === 'failed' ? null : reason, changeWords(changes)].filter(Boolean);
    const entry = { from, until: from, count: 1, words: words.join(' '), isGood: reason === null };
    const later = entries.at(-1);
    if (later?.words === entry.words && isIdle(changes)) Object.assign(later, { from, count: later.count + 1 });
    else entries.push(entry);
  }
  return entries;
}

const isIdle = ({ published, removed }: NotedPull['changes']) => published + removed === 0;

function changeWords({ published, removed }: NotedPull['changes']): string | null {
  const count = (amount: number, what: string) =>
    amount === 0 ? [] : [`${amount} ${amount === 1 ? 'entry' : 'entries'} ${what}`];
  const said = [...count(published, 'published anew'), ...count(removed, 'taken offline')].join(', ');
  return said === '' ? null : `${said}.`;
}
