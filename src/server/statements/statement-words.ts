import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locale } from '../../brand.ts';
import type { Messages, Translate } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { StatementRow } from './statement.ts';

const folder = fileURLToPath(new URL('../../../public/locales/', import.meta.url));
const known = new Map<Locale, Translate>();

/**
 * The texts of statements in a language, by their full keys, such as `statement-document.title` or
 * `transactions.type.1`.
 */
export function statementWords(locale: Locale): Translate {
  const words = known.get(locale) ?? readWords(locale);
  known.set(locale, words);
  return words;
}

function readWords(locale: Locale): Translate {
  const read = (name: string) => JSON.parse(readFileSync(`${folder}${locale}/${name}.json`, 'utf8')) as Messages;
  return createTranslate({ 'statement-document': read('statement-document'), transactions: read('transactions') });
}

const namedByType = new Set(['deposit', 'bonus', 'credit', 'fee', 'return']);
const namedByKind = new Set(['withdrawal', 'withdrawal-released', 'withdrawal-sent', 'bonus-released', 'opened-books']);

/** The description of an entry in the reader's language. */
export function rowText(t: Translate, row: StatementRow): string {
  const { kind, typeId, symbol, direction, outcome, postings } = row;
  if (kind === 'close' && symbol !== null && direction !== null) {
    const side = t(`statement-document.direction.${direction}`);
    return t('statement-document.entry.close', { symbol, direction: side });
  }
  // An early withdrawal has no posting on the reserved book: before that book existed, the money left the account at
  // once.
  const isWhole = kind === 'withdrawal' && !postings.some(({ book }) => book === 'customer_reserved');
  if ((isWhole || namedByType.has(kind)) && typeId !== null) return t(`transactions.type.${typeId}`);
  if (outcome !== null) return t(`statement-document.entry.withdrawal-${outcome}`);
  const name = namedByKind.has(kind) ? kind : 'other';
  return t(`statement-document.entry.${name}`);
}

/** The name of a kind of entry. */
export function kindText(t: Translate, kind: string): string {
  const isNamed = kind === 'close' || namedByType.has(kind) || namedByKind.has(kind);
  const name = isNamed ? kind : 'other';
  return t(`statement-document.kind.${name}`);
}
