import type { ProblemCode } from '../lib/contract/problem.ts';
import type { SiteContent } from './model/site-content.ts';
import type { StatusReport } from './status-report.ts';

/** What pages are rendered from. They ask for it by `Astro.locals.site`: see `createAskableSite`. */
export interface SiteFacts {
  content: SiteContent;
  /** The site's public address without a trailing slash, for absolute links: `https://example.com`. */
  origin: string;
  /** The date of the pages. Those that ask for the day are rendered again each day. */
  today: Date;
  /** The symbols of the assets. Null: unknown, as in a build; every symbol counts as an asset. */
  assets: readonly string[] | null;
  /** The site key of the broker's reCAPTCHA; null if it is off, which pages with forms then say. */
  recaptchaSiteKey: string | null;
  /** Whether demo data is on, so that visitors can try the demo. */
  hasDemo: boolean;
  /** A session ends after this much inactivity. */
  sessionIdleMs: number;
  /** A refused form that a browser without scripts posted from this page. */
  refusedForm?: RefusedForm;
  /** A draft that the page at this address shows instead of its published version. */
  draft?: SiteContent['pages'][number];
  /** What became of the content; only for the page that shows it to editors. */
  contentStatus?: StatusReport;
}

/** The values to show again, so that nothing typed is lost. */
export interface RefusedForm {
  /** `contact`, or the name of a CMS form. */
  form: string;
  values: Readonly<Record<string, string>>;
  problem: ProblemCode;
}
