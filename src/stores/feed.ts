import { atom } from 'nanostores';
import type { FeedFacts } from '../lib/contract/entities.ts';
import { askFeedFacts } from './realtime/feed-facts.ts';

/** Where the prices come from; null until the server said so. */
export const $feed = atom<FeedFacts | null>(null);

/** Asks, and keeps the answer; what is known already stays where there is none. */
export async function loadFeed(): Promise<FeedFacts | null> {
  const facts = await askFeedFacts();
  if (facts) $feed.set(facts);
  return $feed.get();
}
