import type { getFeed } from '../../lib/contract/calls.ts';
import type { FeedFacts } from '../../lib/contract/entities.ts';
import type { Envelope } from '../../lib/contract/envelope.ts';
import { apiOrigin, applyServerTime } from './api-server.ts';

/**
 * Loads where prices come from; null: the server cannot say. Uses neither an atom nor the list of endpoints, which a
 * visitor's page should not load; the compiler checks the path against the contract.
 */
export async function askFeedFacts(): Promise<FeedFacts | null> {
  try {
    const response = await fetch(`${apiOrigin}/api/get/feed` satisfies `${string}${(typeof getFeed)['path']}`);
    applyServerTime(response.headers.get('date'));
    const answer = (await response.json()) as Envelope<FeedFacts>;
    return answer.status === 'success' ? answer.data : null;
  } catch {
    // If the origin of prices is unknown, they are shown all the same.
    return null;
  }
}
