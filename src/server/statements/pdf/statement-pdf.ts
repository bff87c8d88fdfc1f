import type { StructureElement } from 'pdfkit';
import type { Locale } from '../../../brand.ts';
import type { Translate } from '../../../lib/i18n/translate.ts';
import { pdfSealName, pdfSealPlace } from '../statement-seal.ts';
import type { SealedCsv } from '../statement-seal.ts';
import type { Statement, StatementFunds } from '../statement.ts';
import { totalOf } from '../statement.ts';
import type { Block } from './pdf-pages.ts';
import { drawPages } from './pdf-pages.ts';
import { createSheet, sheet, titleHeight, titleLook } from './pdf-sheet.ts';
import { drawFunds, drawHead, drawProof, drawTotals } from './pdf-summary.ts';
import { fundsHeight, headHeight, proofHeight, totalsHeight } from './pdf-summary.ts';
import type { PageParts } from './pdf-table.ts';
import { drawEdge, drawHeads, drawLine, edgeHeight, headsHeight, lineHeight } from './pdf-table.ts';

/** Of more lines the structure for screen readers would be many times as large as what it is about: they have the CSV file. */
const mostTaggedLines = 5_000;

export interface PdfWish {
  locale: Locale;
  t: Translate;
  /** The same statement, which is attached. */
  csv: SealedCsv;
  csvName: string;
}

/** A statement as PDF, with the place for its seal. */
export async function statementPdf(statement: Statement, wish: PdfWish): Promise<Buffer> {
  const { head, lines } = statement;
  const { locale, t, csv, csvName } = wish;
  const title = `${t('statement-document.title')} ${head.from} – ${head.until}`;
  const info = {
    ...{ Title: title, Author: head.broker.company, Subject: head.customerNumber, Keywords: `sha-256:${csv.checksum}` },
    ...{ Creator: head.broker.name, Producer: head.broker.name, CreationDate: head.madeAt, ModDate: head.madeAt },
    [pdfSealName]: pdfSealPlace,
  };
  const on = createSheet({ language: locale, isTagged: lines.length <= mostTaggedLines, info });
  const parts: PageParts = { on, t, locale, currency: head.currency };
  const chunks: Buffer[] = [];
  on.pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => on.pdf.once('end', resolve).once('error', reject));
  drawPages(on, blocksOf(parts, statement, wish), {
    headsHeight,
    drawHeads: (y) => drawHeads(parts, y, null, true),
    drawFooter: (page, pages) => drawFooter(parts, statement, page, pages),
  });
  on.pdf.file(Buffer.from(csv.text), {
    ...{ name: csvName, type: 'text/csv', description: title, relationship: 'Data' },
    ...{ creationDate: head.madeAt, modifiedDate: head.madeAt },
  });
  on.end();
  on.pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

/** All that stands on the pages, in its order. */
function blocksOf(parts: PageParts, statement: Statement, { csv, csvName }: PdfWish) {
  const { on, t } = parts;
  const { head, opening, lines, closing } = statement;
  // Made where it is drawn: what comes before it must stand before it.
  let table: StructureElement | null = null;
  return function* blocks(): Generator<Block> {
    yield { height: headHeight, draw: (y) => drawHead(parts, statement, y) };
    yield { height: fundsHeight(statement), draw: (y) => drawFunds(parts, statement, y) };
    yield {
      height: titleHeight + headsHeight,
      draw(y) {
        on.part('H2', () => on.line(t('statement-document.lines'), { x: sheet.left, y }, titleLook));
        table = on.element('Table');
        drawHeads(parts, y + titleHeight, table, false);
      },
    };
    const edge = (name: 'openingLine' | 'closingLine', funds: StatementFunds): Block => {
      const [text, minor] = [t(`statement-document.${name}`), totalOf(funds)];
      return { height: edgeHeight, isRow: true, draw: (y) => drawEdge(parts, { text, minor, y }, table) };
    };
    yield edge('openingLine', opening);
    for (const line of lines)
      yield { height: lineHeight(line), isRow: true, draw: (y) => drawLine(parts, line, y, table) };
    yield edge('closingLine', closing);
    if (lines.length > 0) yield { height: totalsHeight(statement), draw: (y) => drawTotals(parts, statement, y) };
    yield { height: proofHeight, draw: (y) => drawProof(parts, { csv, csvName, broker: head.broker.name }, y) };
  };
}

function drawFooter({ on, t }: PageParts, { head }: Statement, page: number, pages: number): void {
  const look = { size: 7.5, ink: 'quiet' } as const;
  const { left, right, footer: y } = sheet;
  on.rule(y - 8);
  on.artifact('Pagination', () => {
    on.line(`${head.broker.name} · ${head.customerNumber} · ${head.from} – ${head.until}`, { x: left, y }, look);
    on.line(t('statement-document.page', { page, pages }), { x: right, y, isRight: true }, look);
  });
}
