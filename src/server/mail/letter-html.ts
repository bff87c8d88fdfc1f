import { brand, brandColours } from '../../brand.ts';
import type { Letter } from './letter.ts';

/** What a letter's HTML says around the letter's own texts. */
export interface LetterFrame {
  greeting: string;
  closing: string;
  /** Why the reader gets this mail. */
  footer: string;
}

/** How the mail refers to the logo that is attached to it. */
export const logoCid = 'logo';

const { light, dark } = brandColours;
const sans = `-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif`;
/** The colours of both themes: those of src/layouts/tokens.css, without transparency, which old mail programs lack. */
const day = { surface: '#fdfdfe', text: '#141b24', quiet: '#454e58', line: '#d5dbe1' };
const night = { surface: '#10151b', text: '#eff2f5', quiet: '#b1b8c0', line: '#2b333b' };

/**
 * The dark theme and phones. Programs that drop style sheets show the light theme, whose styles stand at the elements.
 */
const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (max-width: 620px) { .sheet { padding: 24px 20px !important } td.ground { padding: 12px 8px !important } }
@media (prefers-color-scheme: dark) {
.ground { background: ${dark.ground} !important }
.sheet { background: ${night.surface} !important; border-color: ${night.line} !important }
.text, .text a { color: ${night.text} !important }
.quiet, .quiet a { color: ${night.quiet} !important }
.line { border-color: ${night.line} !important }
.button { background: ${dark.accent} !important; border-color: ${dark.accent} !important; color: ${dark['accent-contrast']} !important }
}`;

const body = `margin: 0 0 16px; font: 400 16px/1.55 ${sans}; color: ${day.text}`;
const small = `margin: 0 0 12px; font: 400 14px/1.5 ${sans}; color: ${day.quiet}`;

const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => markup[sign] ?? sign);

/** Text with its line breaks. */
const shown = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');
const paragraph = (text: string) => `<p class="text" style="${body}">${shown(text)}</p>`;
const anchor = ({ label, url }: { label: string; url: string }, colour: string) =>
  `<a href="${escapeHtml(url)}" style="color: ${colour}; text-decoration: underline">${escapeHtml(label)}</a>`;

/**
 * Writes a letter as HTML that mail programs accept: one table for the layout, styles at the elements, no script and no
 * picture from the network. Every text is escaped.
 */
export function letterHtml(letter: Letter, { greeting, closing, footer }: LetterFrame): string {
  const { locale, subject, paragraphs, facts = [], quote, action, notes = [], choices } = letter;
  const parts = [
    `<h1 class="text" style="margin: 0 0 20px; font: 600 22px/1.3 ${sans}; color: ${day.text}">${shown(subject)}</h1>`,
    ...[greeting, ...paragraphs].map(paragraph),
    ...(facts.length > 0 ? [factTable(facts)] : []),
    ...(quote ? [quoteBlock(quote)] : []),
    ...(action ? [button(action)] : []),
    ...notes.map((note) => `<p class="quiet" style="${small}">${noteText(note)}</p>`),
    `<p class="text" style="${body}; margin: 24px 0 0">${shown(closing)}</p>`,
  ];
  const foot = `${shown(footer)}${choices ? ` ${anchor(choices, day.quiet)}` : ''}`;
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${shown(subject)}</title>
<style>${styleSheet}
</style>
</head>
<body class="ground" style="margin: 0; padding: 0; background: ${light.ground}">
<main>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="ground" align="center" style="padding: 32px 12px; background: ${light.ground}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width: 560px"><tr>
<td align="left" style="padding: 0 0 16px 4px">${masthead}</td>
</tr><tr>
<td class="sheet" align="left" style="padding: 36px 40px; background: ${day.surface}; border: 1px solid ${day.line}; border-radius: 8px; word-break: break-word; overflow-wrap: anywhere">
${parts.join('\n')}
</td>
</tr><tr>
<td align="left" style="padding: 16px 4px 0"><p class="quiet" style="margin: 0; font: 400 13px/1.5 ${sans}; color: ${day.quiet}">${foot}</p></td>
</tr></table>
</td>
</tr></table>
</main>
</body>
</html>
`;
}

const masthead = `<img src="cid:${logoCid}" width="28" height="28" alt="" style="display: inline-block; vertical-align: middle; border: 0">
<span class="text" style="padding-left: 8px; font: 600 17px/28px ${sans}; letter-spacing: -0.02em; vertical-align: middle; color: ${day.text}">${escapeHtml(brand.name)}</span>`;

function factTable(facts: NonNullable<Letter['facts']>): string {
  const cell = `padding: 9px 0; border-top: 1px solid ${day.line}; vertical-align: top`;
  const rows = facts.map(
    ({ label, value }) => `<tr>
<th class="quiet line" scope="row" align="left" style="${cell}; padding-right: 16px; word-break: normal; overflow-wrap: normal; font: 400 14px/1.45 ${sans}; color: ${day.quiet}">${shown(label)}</th>
<td class="text line" align="right" style="${cell}; font: 600 14px/1.45 ${sans}; color: ${day.text}">${shown(value)}</td>
</tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" class="line" style="margin: 4px 0 20px; border-bottom: 1px solid ${day.line}">${rows.join('')}</table>`;
}

function quoteBlock({ label, text }: NonNullable<Letter['quote']>): string {
  return `<p class="quiet" style="${small}; margin: 0 0 4px">${shown(label)}</p>
<p class="text line" style="${body}; margin: 0 0 20px; padding-left: 12px; border-left: 3px solid ${day.line}">${shown(text)}</p>`;
}

/** The last sentence of a text: what comes before it, and the sentence without its colon. */
const lastSentence = /^(.*[.?!] )?(.+?):?$/s;

function noteText({ text, url }: NonNullable<Letter['notes']>[number]): string {
  if (url === undefined) return shown(text);
  const [, before = '', label = text] = lastSentence.exec(text) ?? [];
  return shown(before) + anchor({ label, url }, day.quiet);
}

/** A link that looks like a button: the border is part of its size where a program ignores padding. */
function button({ label, url }: NonNullable<Letter['action']>): string {
  const colours = `background: ${light.accent}; border: 1px solid ${light.accent}; color: ${light['accent-contrast']}`;
  return `<p style="margin: 8px 0 24px"><a class="button" href="${escapeHtml(url)}" style="display: inline-block; padding: 12px 22px; ${colours}; border-radius: 4px; font: 600 16px/1.25 ${sans}; text-decoration: none">${escapeHtml(label)}</a></p>`;
}
