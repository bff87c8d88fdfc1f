import type { APIRequestContext, APIResponse } from '@playwright/test';
import { locales } from '../../../src/brand.ts';
import { writeAddress } from '../../../src/content/addresses.ts';
import { siteHeaders } from '../../../src/server/site/page-headers.ts';
import type { Hosted } from './hosted-test.ts';

/** The headers that must be the same on the static host and on the server. */
const compared = ['cache-control', 'content-security-policy', ...Object.keys(siteHeaders)];

function factsOf(answer: APIResponse) {
  const all = answer.headers();
  const status = answer.status();
  // The body of a redirect is not shown, so its headers do not matter.
  if (status > 300 && status < 400) return { status, location: all['location'] };
  const type = all['content-type'];
  return { status, type, ...Object.fromEntries(compared.map((name) => [name, all[name]])) };
}

/** The answers of the static host and of the server to the same request. */
export async function askBoth(request: APIRequestContext, { siteUrl, apiUrl }: Hosted, path: string) {
  const options = { headers: { accept: 'text/html' }, maxRedirects: 0 };
  const [hosted, served] = [await request.get(siteUrl + path, options), await request.get(apiUrl + path, options)];
  return { hosted: factsOf(hosted), served: factsOf(served), texts: [await hosted.text(), await served.text()] };
}

const inAllLanguages = (slug: string) => locales.map((locale) => writeAddress({ locale, slug }));

/** Addresses that redirect, name no page, or spell a page's address in another way. */
export const otherPaths = [
  ...inAllLanguages('there-is-no-such-page'),
  ...inAllLanguages('platform'),
  ...inAllLanguages('my-account'),
  ...['/my-account/', '/my-account/nothing?lang=de', '/my-account/info/', '/my-account/info/x'],
  ...inAllLanguages('transactions'),
  ...inAllLanguages('payment'),
  ...['/payment/?lang=de', '/payment/nothing', '/de/payment/deposit/x', '/payment/return?transaction=x'],
  ...['/transactions/nothing?lang=de', '/de/transactions/bonuses/', '/referrals/', '/referrals/x'],
  ...[
    '/about.html?x=1',
    '/index.html',
    '/de.html',
    '/404.html',
    '/404/',
    '/_unknown.html',
    '/nothing.html',
    '/share.png/',
  ],
  ...['/platform/BTCUSD.html', '/autoLogin/link.html', '/de/autoLogin/link/'],
  ...['/about/?x=1', '/de/?ref=a', '/platform/BTCUSD?from=mail', '/platform/BTCUSD/', '/dehors', '/de/x/y'],
  ...['/platform?lang=de', '/platform?ref=abc', '/platform/?lang=de&ref=abc&x=1', '/platform?x=%3aEBAY'],
  ...['/platform?tvwidgetsymbol=BINANCE%3AETHUSDT', '/de/platform?tvwidgetsymbol=FX%3AEURUSD&lang=it'],
  ...['/about.html.gz', '/_astro/', '/icons', '//about', '/%61bout', '/_headers.json', '/favicon.ico', '/share.png'],
];
