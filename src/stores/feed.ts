import { atom } from 'nanostores';
import type { FeedFacts } from '../lib/contract/entities.ts';
import type { Envelope } from '../lib/contract/envelope.ts';
import { takeServerTime } from './realtime/server-clock.ts';

/** Where the prices come from; null until the server said so. */
export const $feed = atom<FeedFacts | null>(null);

/** Asks, and keeps the answer. It stands apart from stores/api.ts so that a visitor's page loads no schema. */
export async function loadFeed(): Promise<FeedFacts | null> {
  try {
    const response = await fetch('/api/get/feed');
    takeServerTime(response.headers.get('date'));
    const answer = (await response.json()) as Envelope<FeedFacts>;
    if (answer.status === 'success') $feed.set(answer.data);
  } catch {
    // Not being able to say where prices come from never keeps them from being shown.
  }
  return $feed.get();
}
