import type { AffiliateUser } from '../../lib/contract/affiliate/affiliate-entities.ts';

/** What the panel and its parts are given. */
export interface PanelProps {
  user: AffiliateUser;
  /** The site's public address, without a slash at its end. */
  origin: string;
  /** The path of the panel in the page's language. */
  address: string;
  /** Where links may lead. */
  landings: readonly Landing[];
}

/** A page that a link may lead to, in the language of the reader. */
export interface Landing {
  label: string;
  /** From the slash. */
  href: string;
}
