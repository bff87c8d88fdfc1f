import { expect } from 'vitest';
import {
  exportAffiliateAccounts,
  getAffiliateAccounts,
  getAffiliateSummary,
} from '../../../src/lib/contract/affiliate/affiliate-calls.ts';
import type { AffiliateAccount, AffiliateSummary } from '../../../src/lib/contract/affiliate/affiliate-entities.ts';
import type { TestApp } from '../../support/test-app.ts';
import type { ReferredFacts } from './affiliate-floor.ts';
import { enterAsAffiliate, makeAffiliate, referAccounts } from './affiliate-floor.ts';

export interface Page {
  data: AffiliateAccount[];
  next: string | null;
}

/** Reads the lists that an affiliate sees, by its access token. */
export interface ListReader {
  page: (accessToken: string, body: object) => Promise<Page>;
  /** All pages, one after the other. */
  list: (accessToken: string, request?: { limit?: number; [field: string]: unknown }) => Promise<AffiliateAccount[]>;
  summary: (accessToken: string, body?: object) => Promise<AffiliateSummary>;
  file: (accessToken: string, body?: object) => Promise<{ status: number; type: string | null; text: string }>;
  /** The access token of a new affiliate with these accounts. */
  enterWith: (name: string, accounts: readonly ReferredFacts[]) => Promise<string>;
}

export function createListReader(shop: TestApp): ListReader {
  const page: ListReader['page'] = async (accessToken, body) => {
    const answer = await shop.call(getAffiliateAccounts, { accessToken, body });
    if (answer.body.status === 'error') throw new Error(JSON.stringify(answer.body.error));
    return answer.body.data;
  };
  return {
    page,
    async list(accessToken, request = {}) {
      const all: AffiliateAccount[] = [];
      let after: string | null = null;
      do {
        const { data, next }: Page = await page(accessToken, { ...request, after });
        expect(data.length).toBeLessThanOrEqual(request.limit ?? 50);
        all.push(...data);
        after = next;
      } while (after !== null);
      return all;
    },
    async summary(accessToken, body = {}) {
      const answer = await shop.call(getAffiliateSummary, { accessToken, body });
      if (answer.body.status === 'error') throw new Error(JSON.stringify(answer.body.error));
      return answer.body.data;
    },
    async file(accessToken, body = {}) {
      const response = await fetch(`${shop.url}${exportAffiliateAccounts.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
    },
    async enterWith(name, accounts) {
      await referAccounts(shop, await makeAffiliate(shop, name), accounts);
      return (await enterAsAffiliate(shop, `${name}@example.com`)).accessToken;
    },
  };
}
