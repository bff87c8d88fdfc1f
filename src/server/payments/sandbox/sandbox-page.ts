import { createHash } from 'node:crypto';
import type { Locale } from '../../../brand.ts';
import { storageKeys } from '../../../lib/contract/session.ts';
import { formatMoney } from '../../../lib/format/format-number.ts';
import type { Translate } from '../../../lib/i18n/translate.ts';
import { toMajor } from '../../../lib/money.ts';
import { escaped } from '../page-texts.ts';
import { cashierMessage } from '../../../lib/contract/payments/cashier-news.ts';
import { sandboxNameOf } from './sandbox-driver.ts';
import type { SandboxPayment } from './sandbox-rows.ts';
import { fontPath, sandboxStyle } from './sandbox-style.ts';

/** A complete page of the simulated provider. A card's page works without scripts. */
export interface SandboxPage {
  html: string;
  headers: Readonly<Record<string, string>>;
  /** Pages of the site may show it in an iframe. */
  isFramed: boolean;
}

interface PageParts {
  locale: Locale;
  t: Translate;
  /** The origins of the pages that may show a wallet's page in an iframe. */
  shownIn: readonly string[];
}

/**
 * Applies the theme chosen on the site. An iframe cannot read the site's storage, so it gets the theme in the fragment
 * of its address.
 */
const themeScript = `try{if((location.hash.slice(1)||localStorage.getItem('${storageKeys.theme}'))==='light')document.documentElement.dataset.theme='light'}catch(e){}`;

/** Tells the deposit around a wallet's page that the payer has chosen. */
const tellScript = `parent.postMessage('${cashierMessage('opened')}','*')`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(sandboxStyle)}`,
  `script-src ${hashOf(themeScript)} ${hashOf(tellScript)}`,
  "font-src 'self'",
  "base-uri 'none'",
].join('; ');

/** Whether the page is shown in an iframe of the deposit, where nothing may lead to a page of the site. */
export const isFramed = (payment: Pick<SandboxPayment, 'reference'>) => sandboxNameOf(payment) === 'sandbox-wallet';

const drawings = {
  approve: '<path d="m9 16.5 5 5 9-11"/>',
  decline: '<path d="m10.5 10.5 11 11m0-11-11 11"/>',
  later: '<circle cx="16" cy="16" r="8.5"/><path d="M16 11v5l3.5 2.5"/>',
  silent: '<path d="M9 16h.01M16 16h.01M23 16h.01" stroke-width="2.6"/>',
} as const;

const drawing = (name: keyof typeof drawings, kind = '') =>
  `<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"${kind}>${drawings[name]}</svg>`;

const warning =
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M8 2 14.5 13.5h-13zM8 6.5v3.2M8 11.6v.1"/></svg>';

/** The page of a payment: its amount, and either the choices or the choice that was made. */
export function paymentPage(
  parts: PageParts,
  payment: SandboxPayment,
  { laterSeconds }: { laterSeconds: number },
): SandboxPage {
  const { t, locale } = parts;
  const { amountMinor, currency, transactionId, returnUrl, state } = payment;
  const back = isFramed(payment) ? null : escaped(returnUrl);
  const amount = formatMoney(toMajor(amountMinor), locale, currency);
  const body = `<main aria-label="${escaped(t('sandbox.title'))}">
<section class="order">
<h1>${escaped(t('sandbox.payTo'))}</h1>
<p class="amount">${escaped(amount)}</p>
<dl><div><dt>${escaped(t('sandbox.order'))}</dt><dd>${escaped(transactionId)}</dd></div></dl>
<p class="explain">${escaped(t('sandbox.explain'))}</p>
</section>
<section class="panel">${
    state === 'open' ? choices(t, { back, seconds: laterSeconds }) : answered(t, state, back)
  }</section>
</main>`;
  return page(parts, body, back === null ? { frame: parts.shownIn } : { leadsTo: new URL(returnUrl).origin });
}

/** The page for an address without a payment. */
export function lostPage(parts: PageParts): SandboxPage {
  const { t } = parts;
  const words = `<h1>${escaped(t('sandbox.lost.title'))}</h1><p>${escaped(t('sandbox.lost.text'))}</p>`;
  return page(parts, `<main class="lost"><section class="panel said">${words}</section></main>`, {});
}

function choices(t: Translate, { back, seconds }: { back: string | null; seconds: number }): string {
  const button = (value: keyof typeof drawings, title: string, text: string) =>
    `<button name="choice" value="${value}">${drawing(value)}<b>${escaped(title)}</b><span>${escaped(text)}</span></button>`;
  return `<h2>${escaped(t('sandbox.choose'))}</h2>
<form method="post">
${button('approve', t('sandbox.approve.title'), t('sandbox.approve.text'))}
${button('decline', t('sandbox.decline.title'), t('sandbox.decline.text'))}
${button('later', t('sandbox.later.title'), t('sandbox.later.text', { seconds }))}
${button('silent', t('sandbox.silent.title'), t('sandbox.silent.text'))}
</form>${back === null ? '' : `\n<a class="back" href="${back}">${escaped(t('sandbox.leave'))}</a>`}`;
}

function answered(t: Translate, state: Exclude<SandboxPayment['state'], 'open'>, back: string | null): string {
  const said = {
    paid: ['approve', t('sandbox.paid.title'), t('sandbox.paid.text')],
    declined: ['decline', t('sandbox.declined.title'), t('sandbox.declined.text')],
    later: ['later', t('sandbox.waiting.title'), t('sandbox.waiting.text')],
    silent: ['silent', t('sandbox.silenced.title'), t('sandbox.silenced.text')],
  } as const;
  const [name, title, text] = said[state];
  const kind = state === 'paid' ? ' class="good"' : '';
  return `<div class="said">${drawing(name, kind)}<h2>${escaped(title)}</h2><p>${escaped(text)}</p>
${back === null ? `<script>${tellScript}</script>` : `<a class="go" href="${back}">${escaped(t('sandbox.back'))}</a>`}</div>`;
}

interface PageReach {
  /** The origins that may show the page in an iframe. */
  frame?: readonly string[];
  /**
   * The origin to which the form finally redirects. The policy must allow it, because browsers apply `form-action` to
   * redirects too.
   */
  leadsTo?: string;
}

function page({ t, locale }: PageParts, body: string, { frame = [], leadsTo }: PageReach): SandboxPage {
  const html = `<!doctype html>
<html lang="${locale}" data-theme="dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(t('sandbox.title'))}</title>
<link rel="preload" href="${fontPath}" as="font" type="font/woff2" crossorigin>
<script>${themeScript}</script>
<style>${sandboxStyle}</style>
</head>
<body>
<header class="label" aria-label="${escaped(t('sandbox.title'))}">${warning}<span>${escaped(t('sandbox.label'))}</span></header>
${body}
</body>
</html>
`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      policy,
      `form-action 'self'${leadsTo === undefined ? '' : ` ${leadsTo}`}`,
      `frame-ancestors ${frame.length === 0 ? "'none'" : ["'self'", ...frame].join(' ')}`,
    ].join('; '),
    // Whoever knows the address can pay, so other sites must not receive it. Our own server must, to check where a form
    // comes from.
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  };
  return { html, headers, isFramed: frame.length > 0 };
}
