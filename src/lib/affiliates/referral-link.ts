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
