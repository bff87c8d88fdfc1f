import type { Statement, StatementBroker } from '../statement.ts';
import { balanceOf, totalOf } from '../statement.ts';
import { kindText } from '../statement-words.ts';
import { formatDateTime, formatDay } from '../../../lib/format/format-date-time.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import type { CustomerBook } from '../../ledger/rules/customer-funds.ts';
import type { PageParts } from './pdf-table.ts';
import { moneyText, signedText } from './pdf-table.ts';
import { sheet, titleHeight, titleStyle } from './pdf-sheet.ts';
import type { SealedCsv } from '../statement-seal.ts';

/** Right edges of the three amounts in a small table. */
const figures = [330, 440, sheet.right] as const;
const rowHeight = 16;

export const headHeight = 172;

/** Draws the broker, the customer and the period. */
export function drawHead(parts: PageParts, { head }: Statement, top: number): void {
  const { on, t, locale } = parts;
  drawBroker(parts, head.broker, top);
  on.part('H1', () =>
    on.line(t('statement-document.title'), { x: sheet.left, y: top + 26 }, { size: 22, font: 'strong' }),
  );
  on.rule(top + 62, 'accent');
  const facts = [
    ['customer', head.customer],
    ['number', head.customerNumber],
    ['period', `${dayText(head.from, locale)} – ${dayText(head.until, locale)}`],
    ['currency', head.currency],
    ['madeAt', formatDateTime(head.madeAt.toISOString(), locale)],
  ] as const;
  facts.forEach(([name, value], index) => {
    const y = top + 76 + index * rowHeight;
    on.part('P', () => {
      on.line(t(`statement-document.${name}`), { x: sheet.left, y }, { size: 8.5, ink: 'quiet' });
      on.line(value, { x: 190, y, width: sheet.right - 190 }, { size: 8.5 });
    });
  });
}

/** No address has more lines. Further lines would run into the title. */
const mostAddressLines = 5;

/** Draws the brand's name on the left, and the company with its address on the right. */
function drawBroker({ on }: PageParts, { name, company, address }: StatementBroker, top: number): void {
  on.part('P', () => on.line(name, { x: sheet.left, y: top }, { size: 13, font: 'strong', ink: 'accent' }));
  [company, ...address].slice(0, mostAddressLines).forEach((text, index) => {
    const at = { x: sheet.right, y: top + 3 + index * 10.5, isRight: true, width: 240 };
    on.part('P', () => on.line(text, at, { size: 7.5, ink: 'quiet', font: index === 0 ? 'strong' : 'regular' }));
  });
}

function dayText(day: string, locale: string): string {
  return formatDay(`${day}T00:00:00.000Z`, locale);
}

export function fundsHeight({ opening }: Statement): number {
  // A row for each book, and one for the balance.
  return figuresHeight(Object.keys(opening).length + 1);
}

/** The books that make up the balance on screens, in the order of the rows. */
const tradedBooks = ['customer', 'customer_bonus', 'customer_credit'] as const satisfies readonly CustomerBook[];

/** Draws what each book held before and after the period. */
export function drawFunds(parts: PageParts, { opening, closing }: Statement, from: number): void {
  const { t } = parts;
  const row = (name: string, before: number, after: number) => [
    t(`statement-document.book.${name}`),
    moneyText(parts, before),
    signedText(parts, after - before),
    moneyText(parts, after),
  ];
  const bookRow = (book: CustomerBook) => row(book, opening[book], closing[book]);
  drawFigures(parts, {
    title: t('statement-document.funds'),
    y: from,
    heads: ['', ...['opening', 'change', 'closing'].map((name) => t(`statement-document.${name}`))],
    rows: tradedBooks.map(bookRow),
    sum: row('balance', balanceOf(opening), balanceOf(closing)),
    rest: [bookRow('customer_reserved')],
    last: row('total', totalOf(opening), totalOf(closing)),
  });
}

export function totalsHeight({ totals }: Statement): number {
  return 12 + figuresHeight(totals.length);
}

/** Draws the number and the sum of the entries of each kind. */
export function drawTotals(parts: PageParts, { totals, rows }: Statement, from: number): void {
  const { t, locale } = parts;
  const sumMinor = totals.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const row = (text: string, count: number, minor: number) => [
    text,
    '',
    formatCount(count, locale),
    signedText(parts, minor),
  ];
  drawFigures(parts, {
    title: t('statement-document.totals'),
    y: from + 12,
    heads: [t('statement-document.kindOf'), '', t('statement-document.count'), t('statement-document.amount')],
    rows: totals.map(({ kind, count, amountMinor }) => row(kindText(t, kind), count, amountMinor)),
    last: row(t('statement-document.book.total'), rows.length, sumMinor),
  });
}

export const proofHeight = 118;

/** Draws how to check the statement: an explanation, the checksum and the seal. */
export function drawProof(
  { on, t }: PageParts,
  { csv, csvName, broker }: { csv: SealedCsv; csvName: string; broker: string },
  y: number,
): void {
  const { left: x, right } = sheet;
  const text = t('statement-document.proof.text', { file: csvName, broker });
  on.part('H2', () => on.line(t('statement-document.proof.title'), { x, y }, titleStyle));
  on.part('P', () => on.paragraph(text, { x, y: y + 20, width: right - x }, { size: 8, ink: 'quiet' }));
  const digests = [
    [t('statement-document.proof.checksum'), csv.checksum],
    [t('statement-document.proof.seal', { broker }), csv.seal],
  ] as const;
  digests.forEach(([name, digest], index) => {
    const below = y + 64 + index * 27;
    on.part('P', () => {
      on.line(name, { x, y: below }, { size: 7.5, ink: 'quiet' });
      on.line(digest, { x, y: below + 10 }, { size: 8 });
    });
  });
}

interface Figures {
  title: string;
  y: number;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  /** The sum of `rows`, drawn between them and `rest`. */
  sum?: readonly string[];
  rest?: readonly (readonly string[])[];
  last: readonly string[];
}

function figuresHeight(rows: number): number {
  return titleHeight + (rows + 2) * rowHeight + 14;
}

function drawFigures({ on }: PageParts, { title, y: top, heads, rows, sum, rest = [], last }: Figures): void {
  on.part('H2', () => on.line(title, { x: sheet.left, y: top }, titleStyle));
  const table = on.element('Table');
  const draw = (cells: readonly string[], y: number, kind: 'TH' | 'TD', isStrong: boolean) => {
    const textStyle = {
      size: kind === 'TH' ? 7.5 : 8.5,
      ink: kind === 'TH' ? 'quiet' : 'text',
      font: isStrong ? 'strong' : 'regular',
    } as const;
    const row = on.element('TR', table);
    const [name = '', ...values] = cells;
    on.part(kind, () => on.line(name, { x: sheet.left, y, width: 190 }, textStyle), row);
    values.forEach((text, index) => {
      if (text !== '') on.part(kind, () => on.line(text, { x: figures[index] ?? 0, y, isRight: true }, textStyle), row);
    });
  };
  let y = top + titleHeight;
  draw(heads, y, 'TH', false);
  on.rule(y + 12);
  for (const row of rows) draw(row, (y += rowHeight), 'TD', false);
  if (sum) {
    on.rule(y + 13);
    draw(sum, (y += rowHeight), 'TD', true);
  }
  for (const row of rest) draw(row, (y += rowHeight), 'TD', false);
  on.rule(y + 13);
  draw(last, (y += rowHeight), 'TD', true);
}
