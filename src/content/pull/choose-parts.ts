import type { PulledPart } from '../content-source.ts';
import type { Redirect } from '../model/redirects.ts';
import type { Page } from '../model/site-content.ts';
import type { KeptContent, KeptPart } from './kept-content.ts';
import { isPageKey, isPartOf, isRedirectKey } from './kept-content.ts';
import type { PageCandidate } from './own-addresses.ts';
import { stateAt } from './schedule.ts';
import type { RedirectCandidate } from './settle-redirects.ts';

export interface ChosenParts {
  /** The pages that are to be public now. */
  candidates: PageCandidate[];
  redirects: RedirectCandidate[];
  /** The other parts that are public now. */
  rest: ReadonlyMap<string, unknown>;
  /** The newest good version of every part, public or not. */
  newest: readonly KeptPart[];
}

/**
 * The version of every part that is to be published: the current one, or the last good one if that is refused, if its
 * time has come and is not over. `now`: unix milliseconds; null: their times do not count.
 */
export function chooseParts(parts: readonly PulledPart[], last: KeptContent | null, now: number | null): ChosenParts {
  const published = new Map(last?.parts);
  const waiting = (last?.waiting ?? []).filter(([key]) => !published.has(key));
  const known = new Map([...published, ...waiting]);
  const good = new Set(parts.filter(({ ok }) => ok).map(({ key }) => key));
  const newest: KeptPart[] = [];
  const candidates: PageCandidate[] = [];
  const redirects: RedirectCandidate[] = [];
  const rest = new Map<string, unknown>();
  const isPublic = (value: unknown) => stateAt(value, now) === 'public';

  /** Takes a version, unless its time has not come or is over. */
  function choose(key: string, path: string, value: unknown, isRefused: boolean): void {
    newest.push([key, value]);
    if (!isPublic(value)) return;
    const live = published.get(key) ?? (last?.isBySlug ? published.get(path) : undefined);
    const before = isPublic(live) ? live : undefined;
    if (isPageKey(key)) candidates.push({ key, path, page: value as Page, before: before as Page | undefined });
    else if (isRedirectKey(key))
      redirects.push({ key, path, redirect: value as Redirect, before: before as Redirect | undefined, isRefused });
    else rest.set(key, value);
  }

  for (const part of parts) {
    const { key, path } = part;
    if (part.ok) choose(key, path, part.value, false);
    else if (isPageKey(key)) {
      const page = known.get(key) ?? (last?.isBySlug ? known.get(path) : undefined);
      if (page) choose(key, path, page, true);
    } else {
      for (const [one, value] of known)
        if (isPartOf(one, key) && !good.has(one)) choose(one, one === key ? path : one, value, true);
    }
  }
  return { candidates, redirects, rest, newest };
}
