import { createHash } from 'node:crypto';
import type { RenderedPage } from '../site/send-rendered.ts';

/**
 * The page that a CMS shows beside its form, in an iframe. The form posts what an editor types to it; this page sends
 * that to the server, and shows the answer where the editor had scrolled to. It keeps two frames, so that the page does
 * not flash with each letter.
 */

const style = `
html { color-scheme: dark light; }
body { display: grid; grid-template-rows: auto 1fr; height: 100dvh; margin: 0; background: #0b0f14; color: #eff2f5; }
p { margin: 0; padding: 6px 12px; border-bottom: 1px solid rgb(201 219 236 / 22%); font: 13px/1.5 system-ui, sans-serif; }
main { position: relative; }
iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; visibility: hidden; background: #0b0f14; }
iframe.shown { visibility: visible; }
`;

const script = `
const form = document.forms[0];
const bar = document.querySelector('p');
const frames = [...document.querySelectorAll('iframe')];
const origins = document.body.dataset.origins.split(' ');
let next = null;
let isBusy = false;

function typed(data) {
  if (data?.event === 'cockpit:collections.preview') return { model: data.collection, entry: data.entry, locale: data.lang };
  if (data?.event === 'cockpit:content.preview') return { model: data.context?.model, entry: data.data, locale: data.locale };
  return null;
}

function send() {
  isBusy = true;
  form.target = frames.find((frame) => !frame.matches('.shown')).name;
  form.elements.draft.value = JSON.stringify(next);
  next = null;
  form.submit();
}

addEventListener('message', ({ origin, data }) => {
  const found = origins.includes(origin) ? typed(data) : null;
  if (!found) return;
  next = found;
  if (!isBusy) send();
});

for (const frame of frames)
  frame.addEventListener('load', () => {
    if (!isBusy || frame.name !== form.target) return;
    const before = frames.find((one) => one !== frame);
    if (before.matches('.shown')) frame.contentWindow.scrollTo({ top: before.contentWindow.scrollY, behavior: 'instant' });
    frame.classList.add('shown');
    before.classList.remove('shown');
    bar.textContent = 'Draft, as you type. Visitors do not see it.';
    isBusy = false;
    if (next) send();
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
<p role="status">Waiting for the form of the CMS. If nothing comes, open this page by its preview button.</p>
<main><iframe name="first" title="The draft"></iframe><iframe name="second" title="The draft"></iframe></main>
<form method="post" action="/preview/unsaved?${query.replaceAll('&', '&amp;')}" hidden><input type="hidden" name="draft"></form>
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
