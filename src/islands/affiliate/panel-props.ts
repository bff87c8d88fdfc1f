import type { AffiliateUser } from '../../lib/contract/affiliate/affiliate-entities.ts';

/** Props of the panel and its views. */
export interface PanelProps {
  user: AffiliateUser;
  /** The site's public address, without a slash at its end. */
  origin: string;
  /** The path of the panel in the page's language. */
  address: string;
  /** The pages that links may lead to. */
  landings: readonly Landing[];
}

/** A page that a link may lead to, in the language of the reader. */
export interface Landing {
  label: string;
  /** Starts with a slash. */
  href: string;
}
