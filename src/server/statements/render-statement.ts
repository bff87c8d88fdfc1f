import type { Locale } from '../../brand.ts';
import type { StatementFormat } from '../../lib/contract/payments/payment-calls.ts';
import { statementPdf } from './pdf/statement-pdf.ts';
import { statementCsv } from './statement-csv.ts';
import { sealCsv, sealPdf } from './statement-seal.ts';
import { statementWords } from './statement-words.ts';
import type { StatementFacts } from './statement.ts';
import { statementOf } from './statement.ts';

export interface StatementOrder {
  facts: StatementFacts;
  format: StatementFormat;
  locale: Locale;
  /** The key with which statements are sealed. */
  key: Uint8Array;
}

/** The name of a statement's file. */
export function statementName({ from, until }: { from: string; until: string }, format: StatementFormat): string {
  return `statement-${from}-${until}.${format}`;
}

/** Returns the sealed file of a statement. Throws if the facts contradict each other. */
export async function renderStatement({ facts, format, locale, key }: StatementOrder): Promise<Uint8Array> {
  const statement = statementOf(facts);
  const t = statementWords(locale);
  const csv = sealCsv(statementCsv(statement, t), key);
  if (format === 'csv') return Buffer.from(csv.text);
  return sealPdf(await statementPdf(statement, { locale, t, csv, csvName: statementName(facts.head, 'csv') }), key);
}
