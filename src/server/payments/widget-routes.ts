import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Locale } from '../../brand.ts';
import { brandColours } from '../../brand.ts';
import { uuid } from '../../lib/contract/fields.ts';
import type { CashierNews } from '../../lib/contract/payments/cashier-news.ts';
import { cashierMessage } from '../../lib/contract/payments/cashier-news.ts';
import { providerName } from '../../lib/contract/payments/payment-calls.ts';
import type { Translate } from '../../lib/i18n/translate.ts';
import { languageOf } from '../mail/mail-words.ts';
import { siteHeaders } from '../site/page-headers.ts';
import { widgetPages } from './drivers/widget-driver.ts';
import { escaped, loadPageTexts } from './page-texts.ts';
import type { Cashier, PaymentProviders } from './payment-provider.ts';

export interface WidgetRoutesOptions {
  providers: Pick<PaymentProviders, 'all' | 'get'>;
  /** The addresses of the broker's own site, whose pages show these pages in an iframe. */
  config: { siteUrl: string; siteOrigins: readonly string[] };
}

const asked = z.object({
  params: z.object({ provider: providerName, transaction: uuid }),
  query: z.object({ seal: z.string().check(z.maxLength(8_000)) }),
});

/**
 * The pages on which providers' scripts run, each in an iframe of the deposit screen; none if no provider has a script.
 */
export function registerWidgetRoutes(app: FastifyInstance, { providers, config }: WidgetRoutesOptions) {
  if (!providers.all.some(({ widget }) => widget)) return;
  const words = loadPageTexts('cashier');
  const shownIn = framingOrigins(config);
  app.get(`${widgetPages}/:provider/:transaction`, (request, reply) => {
    const cashier = cashierOf(request);
    const locale = languageOf(cashier?.language, request.headers['accept-language']);
    const t = words.get(locale);
    if (!t) throw new Error(`There are no texts in ${locale}`);
    const parts = { locale, t, shownIn };
    const { html, headers } = cashier ? cashierPage(parts, cashier) : lostPage(parts);
    // All other pages forbid iframes by this header; here the content security policy says who may show the page.
    const { 'x-frame-options': _none, ...others } = siteHeaders;
    return reply
      .removeHeader('x-frame-options')
      .code(cashier ? 200 : 404)
      .headers({ ...others, ...headers })
      .send(html);
  });

  function cashierOf({ params, query }: FastifyRequest) {
    const read = asked.safeParse({ params, query });
    if (!read.success) return null;
    const { provider, transaction } = read.data.params;
    return providers.get(provider)?.widget?.open(transaction, read.data.query.seal) ?? null;
  }
}

/** The origins of the broker's own site, whose deposit shows payment pages in an iframe. */
export function framingOrigins({ siteUrl, siteOrigins }: WidgetRoutesOptions['config']): string[] {
  return [...new Set([new URL(siteUrl).origin, ...siteOrigins])];
}

/** A complete page for a provider's script. */
export interface WidgetPage {
  html: string;
  headers: Readonly<Record<string, string>>;
}

export interface WidgetPageParts {
  locale: Locale;
  t: Translate;
  /** The origins of the pages that may show it. */
  shownIn: readonly string[];
}

/**
 * The button that the script draws is clicked after 2 s, as the cashiers of these providers require; a slow script gets
 * some seconds more.
 */
const firstPollMs = 2_000;
const pollEveryMs = 1_000;
const mostPolls = 15;

/** Code that tells the surrounding page what became of the cashier. */
const tell = (news: CashierNews) => `parent.postMessage('${cashierMessage(news)}','*')`;

/**
 * Runs before the provider's script, which may block the rest of the page from loading. Values that vary are in
 * attributes, so the hash of this script stays the same. The surrounding page passes its theme in the fragment of the
 * address, which reaches no server and leaves the seal valid.
 */
const pressScript = `(()=>{let looks=0;
const theme=/^#(dark|light)$/.exec(location.hash);if(theme)document.documentElement.dataset.theme=theme[1];
const show=(name)=>{for(const part of document.querySelectorAll('[data-part]'))part.hidden=part.dataset.part!==name};
const find=()=>{try{return document.querySelector(document.body.dataset.button)}catch{return null}};
const look=()=>{const button=find();looks+=1;
if(button){show('');button.click();${tell('opened')}}else if(looks<${mostPolls})setTimeout(look,${pollEveryMs});else{show('failed');${tell('failed')}}};
setTimeout(look,${firstPollMs})})()`;

const colours = ({ accent, ground }: Readonly<Record<'accent' | 'ground', string>>, text: string) =>
  `--accent:${accent};--ground:${ground};--text:${text}`;

const dark = `color-scheme:dark;${colours(brandColours.dark, '#eff2f5')}`;
const light = `color-scheme:light;${colours(brandColours.light, '#141b24')}`;

/** If the address states no theme, the system's theme applies. */
const style = `:root{${dark}}
@media (prefers-color-scheme: light){:root{${light}}}
:root[data-theme=dark]{${dark}}
:root[data-theme=light]{${light}}
html{background:var(--ground);color:var(--text);font:15px/1.5 system-ui,sans-serif}
body{display:grid;place-items:center;min-height:100dvh;box-sizing:border-box;margin:0;padding:24px;text-align:center}
p{margin:0;max-width:42ch;text-wrap:balance}
h1{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
[hidden]{display:none}
.waits::before{content:'';display:block;width:28px;height:28px;margin:0 auto 16px;border:2px solid;border-color:var(--accent) transparent;
border-radius:50%;animation:turn 1s linear infinite}
@keyframes turn{to{rotate:1turn}}
@media (prefers-reduced-motion: reduce){.waits::before{animation-duration:6s}}`;

/** The page with the provider's script, which `policy` isolates from our site. */
function cashierPage(parts: WidgetPageParts, cashier: Cashier): WidgetPage {
  const { t } = parts;
  const { script, attributes, button, origins } = cashier;
  const told = Object.entries(attributes).map(([name, value]) => ` data-${name}="${escaped(value)}"`);
  const content = `<p class="waits" role="status" data-part="waits">${escaped(t('cashier.waits'))}</p>
<p role="alert" data-part="failed" hidden>${escaped(t('cashier.failed'))}</p>
<noscript><p>${escaped(t('cashier.noScript'))}</p></noscript>
<script>${pressScript}</script>
<div><script src="${escaped(script)}"${told.join('')}></script></div>`;
  return page(parts, { content, button, origins });
}

/** The page for an address that is invalid or has expired. */
function lostPage(parts: WidgetPageParts): WidgetPage {
  return page(parts, { content: `<p>${escaped(parts.t('cashier.lost'))}</p>`, button: '', origins: [] });
}

function page(
  parts: WidgetPageParts,
  { content, button, origins }: { content: string; button: string; origins: readonly string[] },
): WidgetPage {
  const title = escaped(parts.t('cashier.title'));
  const html = `<!doctype html>
<html lang="${parts.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body data-button="${escaped(button)}">
<main aria-label="${title}">
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(parts.shownIn, origins),
    // Whoever has the full address can open the cashier, so only the origin is sent, which providers' scripts need.
    'referrer-policy': 'origin',
    'cache-control': 'no-store',
  };
  return { html, headers };
}

/**
 * `sandbox` gives the page an opaque origin however it is opened: its scripts cannot read the site's storage, which
 * holds the session's token, or make calls in a customer's name. It may load only from its provider.
 */
function policy(shownIn: readonly string[], origins: readonly string[]): string {
  const theirs = origins.length === 0 ? "'none'" : origins.join(' ');
  const theirsAnd = (own: string) => [own, ...origins].join(' ');
  return [
    "default-src 'none'",
    `script-src ${theirsAnd(`'sha256-${createHash('sha256').update(pressScript).digest('base64')}'`)}`,
    `style-src ${theirsAnd("'unsafe-inline'")}`,
    `img-src ${theirsAnd('data:')}`,
    ...['font-src', 'connect-src', 'frame-src', 'form-action'].map((directive) => `${directive} ${theirs}`),
    "base-uri 'none'",
    `frame-ancestors ${["'self'", ...shownIn].join(' ')}`,
    'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');
}
