import type { AffiliateUser } from '../../lib/contract/affiliate/affiliate-entities.ts';
import type { Landing } from './landing.ts';

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
