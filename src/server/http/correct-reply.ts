import { readFileSync } from 'node:fs';
import corrected from '../../lib/i18n/corrected-texts.json' with { type: 'json' };
import { flattenMessages } from '../../lib/i18n/translate.ts';
import type { Messages } from '../../lib/i18n/translate.ts';

/** Rewrites the texts of a reply, if it is a refusal. */
export type CorrectReply = <Reply>(reply: Reply) => Reply;

const folder = new URL('../../../public/locales/en/', import.meta.url);
const placeholder = /\{\{(\w+)\}\}/g;

/**
 * For brands with the switch `correctedTexts`: replaces the texts of refused calls and emits that the specification
 * quotes by those of `corrected-texts.json`, as the screens do. Otherwise replies stay as they are.
 */
export function createCorrection(isOn: boolean): CorrectReply {
  if (!isOn) return (reply) => reply;
  const pairs = Object.entries(corrected).flatMap(([name, texts]) => pairsOf(name, texts));
  const correct = (text: string) => {
    for (const { pattern, replacement } of pairs) if (pattern.test(text)) return text.replace(pattern, replacement);
    return text;
  };
  return (reply) => correctParts(reply, correct);
}

/** The corrected texts of a file in `public/locales/en`, with patterns of the texts that they replace. */
function pairsOf(name: string, texts: Messages): { pattern: RegExp; replacement: string }[] {
  const quoted = flattenMessages(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Messages);
  return [...flattenMessages(texts)].map(([key, text]) => ({
    pattern: new RegExp(`^${(quoted.get(key) ?? '').split(placeholder).map(patternOfPart).join('')}$`),
    replacement: text.replace(placeholder, '$<$1>'),
  }));
}

/** Every second part is the name of a placeholder. */
const patternOfPart = (part: string, index: number) =>
  index % 2 === 0 ? part.replace(/[\^$.*+?()[\]{}|]/g, '\\$&') : `(?<${part}>.+)`;

/** Refusals are `{error: {message, fields}}` over HTTP and `{error: true, message, fields}` on a socket. */
function correctParts<Reply>(reply: Reply, correct: (text: string) => string): Reply {
  if (typeof reply !== 'object' || reply === null || !('error' in reply) || reply.error === false) return reply;
  const { error } = reply;
  if (typeof error === 'object' && error !== null) return { ...reply, error: correctTexts(error, correct) };
  return correctTexts(reply, correct);
}

function correctTexts<Refusal extends object>(refusal: Refusal, correct: (text: string) => string): Refusal {
  const { message, fields } = refusal as { message?: string; fields?: Record<string, string> };
  return {
    ...refusal,
    ...(message !== undefined && { message: correct(message) }),
    ...(fields && { fields: Object.fromEntries(Object.entries(fields).map(([key, text]) => [key, correct(text)])) }),
  };
}
