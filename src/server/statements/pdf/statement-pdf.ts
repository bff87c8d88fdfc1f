import type { StructureElement } from 'pdfkit';
import type { Locale } from '../../../brand.ts';
import type { Translate } from '../../../lib/i18n/translate.ts';
import type { SealedCsv } from '../statement-seal.ts';
import { pdfSealName, pdfSealPlaceholder } from '../statement-seal.ts';
import type { Statement, StatementFunds } from '../statement.ts';
import { totalOf } from '../statement.ts';
import type { PdfSheet } from './pdf-sheet.ts';
import { createSheet, sheet, titleHeight, titleStyle } from './pdf-sheet.ts';
import {
  drawFunds,
  drawHead,
  drawProof,
  drawTotals,
  fundsHeight,
  headHeight,
  proofHeight,
  totalsHeight,
} from './pdf-summary.ts';
import type { PageParts } from './pdf-table.ts';
import { drawEdge, drawHeads, drawRow, edgeHeight, headsHeight, heightOfRow } from './pdf-table.ts';

/**
 * A statement with more rows is not tagged for screen readers: the tags would be many times as large as the content.
 * Users of screen readers can read the CSV file.
 */
const mostTaggedRows = 5_000;

export interface PdfOptions {
  locale: Locale;
  t: Translate;
  /** The same statement as CSV, which is attached to the PDF. */
  csv: SealedCsv;
  csvName: string;
}

/** Returns a statement as PDF, with a placeholder for its seal. */
export async function statementPdf(statement: Statement, request: PdfOptions): Promise<Buffer> {
  const { head, rows } = statement;
  const { locale, t, csv, csvName } = request;
  const title = `${t('statement-document.title')} ${head.from} – ${head.until}`;
  const info = {
    ...{ Title: title, Author: head.broker.company, Subject: head.customerNumber, Keywords: `sha-256:${csv.checksum}` },
    ...{ Creator: head.broker.name, Producer: head.broker.name, CreationDate: head.madeAt, ModDate: head.madeAt },
    [pdfSealName]: pdfSealPlaceholder,
  };
  const on = createSheet({ language: locale, isTagged: rows.length <= mostTaggedRows, info });
  const parts: PageParts = { on, t, locale, currency: head.currency };
  const chunks: Buffer[] = [];
  on.pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => on.pdf.once('end', resolve).once('error', reject));
  drawPages(on, blocksOf(parts, statement, request), {
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

/** All content of the pages, in order. */
function blocksOf(parts: PageParts, statement: Statement, { csv, csvName }: PdfOptions) {
  const { on, t } = parts;
  const { head, opening, rows, closing } = statement;
  // Created only when the table is drawn, because screen readers read the elements in the order of their creation.
  let table: StructureElement | null = null;
  return function* blocks(): Generator<Block> {
    yield { height: headHeight, draw: (y) => drawHead(parts, statement, y) };
    yield { height: fundsHeight(statement), draw: (y) => drawFunds(parts, statement, y) };
    yield {
      height: titleHeight + headsHeight,
      draw(y) {
        on.part('H2', () => on.line(t('statement-document.lines'), { x: sheet.left, y }, titleStyle));
        table = on.element('Table');
        drawHeads(parts, y + titleHeight, table, false);
      },
    };
    const edge = (name: 'openingLine' | 'closingLine', funds: StatementFunds): Block => {
      const [text, minor] = [t(`statement-document.${name}`), totalOf(funds)];
      return { height: edgeHeight, isRow: true, draw: (y) => drawEdge(parts, { text, minor, y }, table) };
    };
    yield edge('openingLine', opening);
    for (const row of rows) yield { height: heightOfRow(row), isRow: true, draw: (y) => drawRow(parts, row, y, table) };
    yield edge('closingLine', closing);
    if (rows.length > 0) yield { height: totalsHeight(statement), draw: (y) => drawTotals(parts, statement, y) };
    yield { height: proofHeight, draw: (y) => drawProof(parts, { csv, csvName, broker: head.broker.name }, y) };
  };
}

function drawFooter({ on, t }: PageParts, { head }: Statement, page: number, pages: number): void {
  const textStyle = { size: 7.5, ink: 'quiet' } as const;
  const { left, right, footer: y } = sheet;
  on.rule(y - 8);
  on.artifact('Pagination', () => {
    on.line(`${head.broker.name} · ${head.customerNumber} · ${head.from} – ${head.until}`, { x: left, y }, textStyle);
    on.line(t('statement-document.page', { page, pages }), { x: right, y, isRight: true }, textStyle);
  });
}

/** Something that must not be split between pages. */
interface Block {
  /** In points. */
  height: number;
  draw: (y: number) => void;
  /** Whether the block is a row of the table of entries, whose heads are repeated on each page. */
  isRow?: boolean;
}

export interface PageEdges {
  /** The height of the table's heads when they are repeated at the top of a page. */
  headsHeight: number;
  drawHeads: (y: number) => void;
  drawFooter: (page: number, pages: number) => void;
}

/** Yields the page of each block, counted from 1, and its distance from the top of that page, in points. */
export function* layOutBlocks(
  blocks: Iterable<Block>,
  headsHeight: number,
): Generator<{ block: Block; page: number; y: number }> {
  let [page, y] = [1, sheet.top as number];
  for (const block of blocks) {
    if (y > sheet.top && y + block.height > sheet.bottom) {
      page++;
      y = sheet.top + (block.isRow ? headsHeight : 0);
    }
    yield { block, page, y };
    y += block.height;
  }
}

/**
 * Draws blocks on as many pages as they need. Iterates over the blocks twice, because each page shows the total number
 * of pages.
 */
function drawPages(on: PdfSheet, blocks: () => Iterable<Block>, edges: PageEdges): void {
  let pages = 0;
  for (const { page } of layOutBlocks(blocks(), edges.headsHeight)) pages = page;
  let drawn = 0;
  for (const { block, page, y } of layOutBlocks(blocks(), edges.headsHeight)) {
    if (page > drawn) {
      if (drawn > 0) edges.drawFooter(drawn, pages);
      on.pdf.addPage();
      if (block.isRow) edges.drawHeads(sheet.top);
      drawn = page;
    }
    block.draw(y);
  }
  edges.drawFooter(drawn, pages);
}
