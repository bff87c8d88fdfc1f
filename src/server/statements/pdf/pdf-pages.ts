import type { PdfSheet } from './pdf-sheet.ts';
import { sheet } from './pdf-sheet.ts';

/** Something that stands on one page, as a whole. */
export interface Block {
  /** In points. */
  height: number;
  draw: (y: number) => void;
  /** A row of the table of entries, whose heads are repeated on each page. */
  isRow?: boolean;
}

export interface PageFrame {
  /** Repeats the heads of the table at the top of a page; how high they came to be. */
  headsHeight: number;
  drawHeads: (y: number) => void;
  drawFooter: (page: number, pages: number) => void;
}

/** On which page, counted from 1, and how far from its top each block stands. */
export function* placeBlocks(
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

/** Draws blocks on as many pages as they need. They are gone through twice: each page says how many there are. */
export function drawPages(on: PdfSheet, blocks: () => Iterable<Block>, frame: PageFrame): void {
  let pages = 0;
  for (const { page } of placeBlocks(blocks(), frame.headsHeight)) pages = page;
  let drawn = 0;
  for (const { block, page, y } of placeBlocks(blocks(), frame.headsHeight)) {
    if (page > drawn) {
      if (drawn > 0) frame.drawFooter(drawn, pages);
      on.pdf.addPage();
      if (block.isRow) frame.drawHeads(sheet.top);
      drawn = page;
    }
    block.draw(y);
  }
  frame.drawFooter(drawn, pages);
}
