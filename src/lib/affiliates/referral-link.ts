/** The form of a source tag. */
export const sourceTagPattern = /^[\w.-]{1,50}$/;

interface ReferralLinkParts {
  /** The site's public address, without a trailing slash. */
  origin: string;
  /** The path that the link leads to, with its leading slash. */
  path: string;
  /** The affiliate's code. */
  uniqid: string;
  /** The source tag; empty if the link has none. */
  tag: string;
}

/** A link to a page of the site that carries the affiliate's code and the source tag. */
export function referralLink({ origin, path, uniqid, tag }: ReferralLinkParts): string {
  return `${origin}${path}?${new URLSearchParams({ ref: uniqid, ...(tag !== '' && { tag }) })}`;
}

/** The name of a file about a link, without extension: made of the link's path and its source tag. */
export function linkFileName({ path, tag }: Pick<ReferralLinkParts, 'path' | 'tag'>): string {
  const named = path.split('/').filter(Boolean);
  return ['referral-link', ...named, ...(tag === '' ? [] : [tag])].join('-').replace(/[^\w.-]+/g, '-');
}
