import type { getFeed } from '../../lib/contract/calls.ts';
import type { FeedFacts } from '../../lib/contract/entities.ts';
import type { Envelope } from '../../lib/contract/envelope.ts';
import { apiOrigin, applyServerTime } from './api-server.ts';

/**
 * Loads where prices come from; null if that fails. Uses neither an atom nor the list of endpoints, because a visitor's
 * page should load neither; the compiler checks the path against the contract.
 */
export async function askFeedFacts(): Promise<FeedFacts | null> {
  try {
    const response = await fetch(`${apiOrigin}/api/get/feed` satisfies `${string}${(typeof getFeed)['path']}`);
    applyServerTime(response.headers.get('date'));
    const answer = (await response.json()) as Envelope<FeedFacts>;
    return answer.status === 'success' ? answer.data : null;
  } catch {
    // Prices are shown even if their origin is unknown.
    return null;
  }
}
