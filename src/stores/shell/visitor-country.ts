import type { ClientInfo } from '../../lib/contract/accounts/account-entities.ts';
import type { getClientInfo } from '../../lib/contract/accounts/account-endpoints.ts';
import type { Envelope } from '../../lib/contract/envelope.ts';
import { apiOrigin } from '../realtime/api-server.ts';

/**
 * The code of the country from which the visitor comes, by the broker's location database; null if it is not known.
 * Stores nothing. Does not use stores/api.ts and has its own copy of the path, so that a visitor's page does not load
 * the list of endpoints; the compiler checks the path against the contract.
 */
export async function visitorCountry(): Promise<string | null> {
  try {
    const response = await fetch(
      `${apiOrigin}/api/get/clientInfo` satisfies `${string}${(typeof getClientInfo)['path']}`,
    );
    const answer = (await response.json()) as Envelope<ClientInfo>;
    return answer.status === 'success' ? answer.data.country_short : null;
  } catch {
    return null;
  }
}
