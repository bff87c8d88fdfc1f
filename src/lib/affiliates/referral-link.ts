/** What an affiliate may call the place where a link stands. */
export const sourceTagPattern = /^[\w.-]{1,50}$/;

interface ReferralLinkParts {
  /** The site's public address, without a slash at its end. */
  origin: string;
  /** Where it leads, from the slash. */
  path: string;
  /** The affiliate's code. */
  uniqid: string;
  /** Empty: the link says nothing of where it stands. */
  tag: string;
}

/** A link that leads to a page of the site and says who sent the visitor, and from where. */
export function referralLink({ origin, path, uniqid, tag }: ReferralLinkParts): string {
  return `${origin}${path}?${new URLSearchParams({ ref: uniqid, ...(tag !== '' && { tag }) })}`;
}

/** What a file about a link is called, without its ending: by the page that it leads to and where it stands. */
export function linkFileName({ path, tag }: Pick<ReferralLinkParts, 'path' | 'tag'>): string {
  const named = path.split('/').filter(Boolean);
  return ['referral-link', ...named, ...(tag === '' ? [] : [tag])].join('-').replace(/[^\w.-]+/g, '-');
}
