import type { ProblemCode } from '../lib/contract/problem.ts';
import type { SiteContent } from './model/site-content.ts';

/** What the renderer passes to pages, as `Astro.locals.site`. */
export interface SiteFacts {
  content: SiteContent;
  /** The site's public address without a trailing slash, for absolute links: `https://example.com`. */
  origin: string;
  /** The date of the page: pages that contain dates are rendered again each day. */
  today: Date;
  /** Whether an asset with this symbol exists. */
  isAsset: (symbol: string) => Promise<boolean>;
  /** The site key of the broker's reCAPTCHA; null if it is off, which pages with forms then say. */
  recaptchaSiteKey: string | null;
  /** A refused form that a browser without scripts posted from this page. */
  refusedForm?: RefusedForm;
  /** A draft that the page at this address shows instead of its published version. */
  draft?: SiteContent['pages'][number];
}

/** The values to show again, so that nothing typed is lost. */
export interface RefusedForm {
  /** `contact`, or the name of a CMS form. */
  form: string;
  values: Readonly<Record<string, string>>;
  problem: ProblemCode;
}
