import type { getFeed } from '../../lib/contract/calls.ts';
import type { FeedFacts } from '../../lib/contract/entities.ts';
import type { Envelope } from '../../lib/contract/envelope.ts';
import { apiOrigin, takeServerTime } from './api-server.ts';

/**
 * Asks where the prices come from; null: the server cannot say. A visitor's page loads neither an atom nor the list of
 * addresses for it; the compiler holds the path to the contract.
 */
export async function askFeedFacts(): Promise<FeedFacts | null> {
  try {
    const response = await fetch(`${apiOrigin}/api/get/feed` satisfies `${string}${(typeof getFeed)['path']}`);
    takeServerTime(response.headers.get('date'));
    const answer = (await response.json()) as Envelope<FeedFacts>;
    return answer.status === 'success' ? answer.data : null;
  } catch {
    // Not being able to say where prices come from never keeps them from being shown.
    return null;
  }
}
