import { readFileSync } from 'node:fs';
import { brandColours } from '../../../brand.ts';

/**
 * The style of the simulated provider's page: the brand's tokens and rules of its own. It shares no class with the
 * site.
 */

const tokens = readFileSync(new URL('../../../layouts/tokens.css', import.meta.url), 'utf8');

const declarations = (colours: Readonly<Record<string, string>>) =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

const brandTokens = `:root{${declarations(brandColours.dark)}}[data-theme='light']{${declarations(brandColours.light)}}`;

export const fontPath = '/sandbox/geist.woff2';

const rules = `
@font-face { font-family: Geist; src: url(${fontPath}) format('woff2'); font-weight: 100 900; font-display: optional; }
*, *::before, *::after { box-sizing: border-box; }
html {
  background: var(--ground); color: var(--text); font-family: Geist, system-ui, sans-serif; line-height: 1.5;
  -webkit-text-size-adjust: 100%; text-size-adjust: 100%; -webkit-font-smoothing: antialiased;
}
body { display: flex; flex-direction: column; min-height: 100dvh; margin: 0; }
h1, h2, p, dl, dd { margin: 0; }
h1, h2 { font-weight: var(--weight-strong); line-height: 1.2; letter-spacing: -0.015em; text-wrap: balance; }
p, dd { text-wrap: pretty; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.label {
  display: flex; gap: var(--space-2); align-items: center; justify-content: center; padding: var(--space-2) var(--space-4);
  border-bottom: 1px solid var(--hairline); background: var(--accent-tint); color: var(--accent);
  font-size: var(--size-13); font-weight: var(--weight-strong); text-align: center;
}
.label svg { flex: none; }
main {
  display: grid; flex: 1; grid-template-columns: minmax(0, 340px) minmax(0, 460px); gap: var(--space-8); align-content: start;
  justify-content: center; width: 100%; padding: max(var(--space-7), 13vh) var(--space-5) var(--space-7);
}
.order { padding-top: var(--space-5); }
.order h1 { font-size: var(--size-15); font-weight: var(--weight-regular); letter-spacing: 0; color: var(--text-quiet); }
.amount {
  margin: var(--space-1) 0 var(--space-6); font-size: clamp(var(--size-28), 8.4vw, var(--size-40)); font-weight: var(--weight-strong); line-height: 1.15;
  letter-spacing: -0.03em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
dl { display: grid; gap: var(--space-3); padding: var(--space-4) 0; border-top: 1px solid var(--hairline); font-size: var(--size-13); }
dt { color: var(--text-faint); }
dd { overflow-wrap: anywhere; font-variant-numeric: tabular-nums slashed-zero; }
.explain { padding-top: var(--space-4); border-top: 1px solid var(--hairline); color: var(--text-quiet); font-size: var(--size-13); }
.panel { padding: var(--space-5); border: 1px solid var(--hairline); border-radius: var(--radius-2); background: var(--surface-1); }
.panel h1, .panel h2 { margin-bottom: var(--space-4); font-size: var(--size-21); }
form { display: grid; gap: var(--space-2); }
button {
  display: grid; grid-template-columns: 32px minmax(0, 1fr); column-gap: var(--space-3); align-items: center; width: 100%;
  min-height: 64px; padding: var(--space-3) var(--space-4); border: 1px solid var(--hairline-strong); border-radius: var(--radius-2);
  background: var(--surface-2); color: inherit; font: inherit; text-align: start; cursor: pointer;
  transition: background var(--motion-fast), border-color var(--motion-fast);
}
button:hover { border-color: var(--accent); background: var(--surface-3); }
button svg { grid-row: span 2; }
button b { font-size: var(--size-15); font-weight: var(--weight-strong); }
button span { color: var(--text-quiet); font-size: var(--size-13); }
button:first-child { border-color: var(--accent); background: var(--primary); color: var(--primary-contrast); }
button:first-child span { color: inherit; }
button:first-child:hover { background: color-mix(in oklab, var(--primary) 88%, var(--text)); }
svg { fill: none; stroke: currentcolor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.back {
  display: inline-block; margin: var(--space-3) 0 -11px; padding: 11px 0; color: var(--text-quiet); font-size: var(--size-15); line-height: 22px;
  text-decoration-color: color-mix(in oklab, currentcolor 40%, transparent); text-underline-offset: 3px;
}
.back:hover { color: var(--text); }
.said { display: grid; gap: var(--space-3); justify-items: start; }
.panel.said h1, .said h2 { margin: 0; }
.said > svg { width: 48px; height: 48px; padding: 8px; border-radius: 50%; background: var(--surface-3); color: var(--text-quiet); }
.said > .good { background: var(--accent-tint); color: var(--accent); }
.said p { color: var(--text-quiet); font-size: var(--size-15); }
.go {
  display: inline-flex; align-items: center; min-height: 44px; margin-top: var(--space-2); padding: var(--space-2) var(--space-5);
  border-radius: var(--radius-1); background: var(--primary); color: var(--primary-contrast);
  font-size: var(--size-15); font-weight: var(--weight-strong); text-decoration: none;
}
.go:hover { background: color-mix(in oklab, var(--primary) 88%, var(--text)); }
.lost { grid-template-columns: minmax(0, 460px); }
@media (width < 900px) {
  main { grid-template-columns: minmax(0, 460px); gap: var(--space-5); align-content: start; padding: var(--space-5) var(--space-4); }
  .order { padding-top: 0; }
  .amount { margin-bottom: var(--space-4); }
}
@media (prefers-reduced-motion: reduce) { *, *::before, *::after { transition: none !important; } }
`;

const isComment = /\/\*[\s\S]*?\*\//g;

/** One text, because the content security policy of the page contains its hash. */
export const sandboxStyle = `${tokens}${brandTokens}${rules}`.replaceAll(isComment, '').replaceAll(/\s*\n\s*/g, '\n');
