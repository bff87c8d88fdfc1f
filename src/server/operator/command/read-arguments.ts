import type { ParseArgsOptionsConfig } from 'node:util';
import { parseArgs } from 'node:util';
import { locales } from '../../../brand.ts';

const belowZero = /^-\d+([.,]\d+)?$/;

/**
 * The options and the other arguments of a command line, or in words what is wrong with them. An amount below zero looks like an option
 * and is none: it stands last among the other arguments, or is the value of the option before it.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  typed: readonly string[],
  options: Options,
) {
  const args = withAmounts(typed, options);
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { type } = (Object.hasOwn(options, token.name) && options[token.name]) || {};
    if (!type) return { ok: false, why: `There is no ${token.rawName}.` } as const;
    if (type === 'boolean' && token.value !== undefined) {
      return { ok: false, why: `${token.rawName} has no value behind it.` } as const;
    }
    const isNext = !token.inlineValue && token.value?.startsWith('-');
    if (type === 'string' && (token.value === undefined || isNext)) {
      return { ok: false, why: `There is nothing behind ${token.rawName}.` } as const;
    }
  }
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  return { ok: true, values, positionals } as const;
}

function withAmounts(typed: readonly string[], options: ParseArgsOptionsConfig): string[] {
  const others: string[] = [];
  const amounts: string[] = [];
  for (const arg of typed) {
    const before = others.at(-1) ?? '';
    if (!belowZero.test(arg)) others.push(arg);
    else if (before.startsWith('--') && options[before.slice(2)]?.type === 'string')
      others.splice(-1, 1, `${before}=${arg}`);
    else amounts.push(arg);
  }
  if (amounts.length === 0) return others;
  return others.includes('--') ? [...others, ...amounts] : [...others, '--', ...amounts];
}

const longestReason = 500;

/** The reason of an act, without blanks around it; in words what is wrong where there is none. `what` says what it is for. */
export function readReason(
  typed: string | undefined,
  what: string,
): { ok: true; reason: string } | { ok: false; why: string } {
  const reason = typed?.trim() ?? '';
  if (reason === '') return { ok: false, why: `--reason is missing: ${what}.` };
  if (reason.length > longestReason)
    return { ok: false, why: `--reason is too long: at most ${longestReason} characters.` };
  return { ok: true, reason };
}

/** The option for the language of a mail: its choices are those that there are words in. */
export const languageOption = `[--lang <${locales.join('|')}>]`;

/** Emails are compared in lower case. Null: there is none. */
export function readEmail(typed: string | undefined): string | null {
  const email = typed?.trim().toLowerCase() ?? '';
  return email.includes('@') ? email : null;
}
