import type { StructureElement } from 'pdfkit';
import type { Translate } from '../../../lib/i18n/translate.ts';
import { formatDay } from '../../../lib/format/format-date-time.ts';
import { formatMoney, formatSignedMoney } from '../../../lib/format/format-number.ts';
import { toMajor } from '../../../lib/money.ts';
import type { StatementRow } from '../statement.ts';
import { shownNumber } from '../statement.ts';
import { rowText } from '../statement-words.ts';
import type { PdfSheet } from './pdf-sheet.ts';
import { sheet } from './pdf-sheet.ts';

/** The sheet to draw on, and the language, locale and currency of its texts. */
export interface PageParts {
  on: PdfSheet;
  t: Translate;
  locale: string;
  currency: string;
}

/** The left edges of the date and the text, the right edges of the amount and the total. */
const columns = { date: sheet.left, what: 128, amount: 452, after: sheet.right } as const;
const rowHeight = { first: 12, more: 10, gap: 8 } as const;
const size = { line: 8.5, more: 7.5, head: 7.5 } as const;

export function moneyText({ locale, currency }: PageParts, minor: number): string {
  return formatMoney(toMajor(minor), locale, currency);
}

export function signedText({ locale, currency }: PageParts, minor: number): string {
  return formatSignedMoney(toMajor(minor), locale, currency);
}

export const headsHeight = 20;

/** Draws the heads of the columns. Screen readers skip them on later pages, where they are repeated. */
export function drawHeads(parts: PageParts, y: number, table: StructureElement | null, isRepeated: boolean): void {
  const { on, t } = parts;
  const textStyle = { size: size.head, ink: 'quiet' } as const;
  const heads = [
    () => on.line(t('statement-document.date'), { x: columns.date, y }, textStyle),
    () => on.line(t('statement-document.what'), { x: columns.what, y }, textStyle),
    () => on.line(t('statement-document.amount'), { x: columns.amount, y, isRight: true }, textStyle),
    () => on.line(t('statement-document.after'), { x: columns.after, y, isRight: true }, textStyle),
  ];
  if (isRepeated) on.artifact('Pagination', () => heads.forEach((draw) => draw()));
  else {
    const row = on.element('TR', table);
    heads.forEach((draw) => on.part('TH', draw, row));
  }
  on.rule(y + 13);
}

export function heightOfRow({ postings }: StatementRow): number {
  return rowHeight.first + rowHeight.more * Math.max(1, postings.length) + rowHeight.gap;
}

/**
 * Draws a row: its date, description and amount and the total after it; below these, its number and its effect on
 * each book.
 */
export function drawRow(parts: PageParts, row: StatementRow, y: number, table: StructureElement | null): void {
  const { on, t, locale } = parts;
  const below = y + rowHeight.first;
  const [textStyle, quiet] = [{ size: size.line }, { size: size.more, ink: 'quiet' } as const];
  const instant = row.recordedAt.toISOString();
  const element = on.element('TR', table);
  const cell = (draw: () => void) => on.part('TD', draw, element);
  cell(() => {
    on.line(formatDay(instant, locale), { x: columns.date, y }, textStyle);
    on.line(instant.slice(11, 19), { x: columns.date, y: below }, quiet);
  });
  cell(() => {
    on.line(rowText(t, row), { x: columns.what, y, width: 240 }, textStyle);
    on.line(shownNumber(row.businessKey), { x: columns.what, y: below }, quiet);
  });
  cell(() => on.line(signedText(parts, row.amountMinor), { x: columns.amount, y, isRight: true }, textStyle));
  cell(() => {
    on.line(moneyText(parts, row.afterMinor), { x: columns.after, y, isRight: true }, { ...textStyle, font: 'strong' });
    row.postings.forEach((posting, index) => {
      const at = { x: columns.after, y: below + index * rowHeight.more, isRight: true };
      on.line(postingText(parts, posting), at, quiet);
    });
  });
  element?.end();
  on.rule(y + heightOfRow(row) - 5);
}

function postingText(parts: PageParts, { book, amountMinor, afterMinor }: StatementRow['postings'][number]): string {
  const name = parts.t(`statement-document.book.${book}`);
  const [before, after] = [afterMinor - amountMinor, afterMinor].map((minor) => moneyText(parts, minor));
  return `${name} ${signedText(parts, amountMinor)}:  ${before} › ${after}`;
}

export const edgeHeight = rowHeight.first + rowHeight.gap;

/** Draws the total before the first entry or after the last. */
export function drawEdge(
  parts: PageParts,
  { text, minor, y }: { text: string; minor: number; y: number },
  table: StructureElement | null,
): void {
  const { on } = parts;
  const textStyle = { size: size.line, font: 'strong' } as const;
  const row = on.element('TR', table);
  on.part('TD', () => on.line(text, { x: columns.what, y }, textStyle), row);
  on.part('TD', () => on.line(moneyText(parts, minor), { x: columns.after, y, isRight: true }, textStyle), row);
  row?.end();
}
