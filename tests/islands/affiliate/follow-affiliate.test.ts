import { afterEach, expect, test, vi } from 'vitest';
import type { AffiliateUser } from '../../../src/lib/contract/affiliate/affiliate-entities.ts';
import { followAffiliate } from '../../../src/islands/affiliate/follow-affiliate.ts';
import { $affiliateSession, beginAffiliateSession } from '../../../src/stores/affiliate/affiliate-session.ts';

const ada: AffiliateUser = { name: 'Ada', email: 'ada@example.com', token: 'id', uniqid: 'ada', masked: 'none' };

/** The header's button as the server renders it, on a page that has nothing else. */
function renderPage() {
  const logOut = Object.assign(new EventTarget(), { disabled: true });
  const page = { documentElement: { dataset: {} }, querySelector: () => logOut };
  return { logOut, page: page as unknown as Document };
}

afterEach(() => {
  vi.unstubAllGlobals();
  $affiliateSession.set(null);
});

test("the header's log-out is enabled once it works, and logs out", () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ status: 'success', data: {} })));
  vi.stubGlobal('location', { replace: vi.fn(), pathname: '/affiliate', search: '' });
  beginAffiliateSession({ access_token: 'secret', user: ada });
  const { logOut, page } = renderPage();
  const stop = followAffiliate(page);
  expect(logOut.disabled).toBe(false);
  logOut.dispatchEvent(new Event('click'));
  expect($affiliateSession.get()).toBeNull();
  stop();
});
