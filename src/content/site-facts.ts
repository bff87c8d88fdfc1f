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
  /** A draft that the page at this address shows in place of what is published there. */
  draft?: SiteContent['pages'][number];
}
