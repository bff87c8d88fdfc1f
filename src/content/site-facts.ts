import type { ProblemCode } from '../lib/contract/problem.ts';
import type { SiteContent } from './model/site-content.ts';

/** What pages are told by who renders them, as `Astro.locals.site`. */
export interface SiteFacts {
  content: SiteContent;
  /** The site's public address without a slash at its end, for links that must be whole: `https://example.com`. */
  origin: string;
  /** The day of the page: pages with dates in them are rendered anew each day. */
  today: Date;
  /** Whether there is an asset with this symbol. */
  isAsset: (symbol: string) => Promise<boolean>;
  /** Of the broker's reCAPTCHA; null: the site has none, and says so where there are forms. */
  recaptchaSiteKey: string | null;
  /** A form that a browser without scripts sent from this page, and that was not taken. */
  refusedForm?: RefusedForm;
  /** A draft that the page at this address shows in place of what is published there. */
  draft?: SiteContent['pages'][number];
}

/** What the page shows again, so that nothing that was typed is lost. */
export interface RefusedForm {
  /** `contact`, or the name of a form of the content. */
  form: string;
  values: Readonly<Record<string, string>>;
  problem: ProblemCode;
}
