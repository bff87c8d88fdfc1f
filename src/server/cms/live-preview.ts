import { createHash } from 'node:crypto';
import { statusPath } from '../../content/addresses.ts';
import { encode } from '../../content/texts/rewrite-html.ts';
import type { RenderedPage } from '../site/send-rendered.ts';

/**
 * The page that a CMS shows beside its form, in an iframe. The form posts what an editor types to it; this page sends
 * that to the server in a new frame, and shows that once it is there, where the editor had scrolled to.
 */

const style = `
html { color-scheme: dark light; }
body { display: grid; grid-template-rows: auto 1fr; height: 100dvh; margin: 0; background: #0b0f14; color: #eff2f5; }
header { display: flex; flex-wrap: wrap; gap: 0 16px; padding: 6px 12px; font: 13px/1.5 system-ui, sans-serif; }
p { flex: 1; margin: 0; }
a { color: inherit; }
main { position: relative; border-top: 1px solid rgb(201 219 236 / 22%); }
iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; visibility: hidden; background: #0b0f14; }
iframe.shown { visibility: visible; }
`;

const script = `
const form = document.forms[0];
const main = document.querySelector('main');
const origins = document.body.dataset.origins.split(' ');
let next = null;
let shown = null;
let count = 0;
let isBusy = false;

function typed(data) {
  if (data?.event === 'cockpit:collections.preview')
    return { model: data.collection, entry: data.entry, locale: data.lang };
  if (data?.event === 'cockpit:content.preview')
    return { model: data.context?.model, entry: data.data, locale: data.locale };
  return null;
}

function send() {
  isBusy = true;
  const frame = document.createElement('iframe');
  frame.name = 'draft-' + (count += 1);
  frame.title = 'The draft';
  main.append(frame);
  form.target = frame.name;
  form.elements.draft.value = JSON.stringify(next);
  next = null;
  frame.addEventListener('load', () => frame !== shown && !isEmpty(frame) && show(frame));
  form.submit();
}

/** A new frame loads an empty page first, in some browsers later than others. */
function isEmpty(frame) {
  try {
    return frame.contentWindow.location.href === 'about:blank';
  } catch {
    return false;
  }
}

function show(frame) {
  try {
    if (shown) frame.contentWindow.scrollTo({ top: shown.contentWindow.scrollY, behavior: 'instant' });
  } catch {
    // The editor has followed a link to another site.
  }
  frame.classList.add('shown');
  shown?.remove();
  shown = frame;
  document.querySelector('p').textContent = 'Draft, as you type. Visitors do not see it.';
  isBusy = false;
  if (next) send();
}

addEventListener('message', ({ origin, source, data }) => {
  const found = source === parent && origins.includes(origin) ? typed(data) : null;
  if (!found) return;
  next = found;
  if (!isBusy) send();
});
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** `query`: the signed query of the editor's link. `origins`: of the CMS. */
export function livePreviewPage({ query, origins }: { query: string; origins: readonly string[] }): RenderedPage {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
<style>${style}</style>
</head>
<body data-origins="${origins.join(' ')}">
<header>
<p role="status">Waiting for the form of the CMS. If nothing comes, open this page by its preview button.</p>
<a href="${statusPath}?${encode(query)}" target="_blank">Content status</a>
</header>
<main></main>
<form method="post" action="/preview/unsaved?${encode(query)}" hidden><input type="hidden" name="draft"></form>
<script>${script}</script>
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  return { status: 200, headers, content: Buffer.from(html) };
}
