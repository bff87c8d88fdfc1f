import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import type { StructureElement } from 'pdfkit';
import { brandColours } from '../../../brand.ts';

/** The area for text on an A4 page, in points. */
export const sheet = { left: 48, right: 547, top: 56, bottom: 780, footer: 800 } as const;

export const inks = {
  text: '#131c22',
  quiet: '#5a6872',
  hairline: '#d5dce1',
  accent: brandColours.light.accent,
} as const;

/**
 * Geist in two weights, with digits of equal width. The decision record about statements says how the fonts were made.
 */
const fonts = {
  regular: readFileSync(new URL('../fonts/geist-regular.ttf', import.meta.url)),
  strong: readFileSync(new URL('../fonts/geist-strong.ttf', import.meta.url)),
};

export interface TextStyle {
  size: number;
  ink?: keyof typeof inks;
  font?: keyof typeof fonts;
}

export const titleStyle = { size: 11, font: 'strong' } as const satisfies TextStyle;
/** The distance from a title to its content. */
export const titleHeight = 22;

export interface SheetOptions {
  language: string;
  /** Whether the document has the structure that screen readers use. */
  isTagged: boolean;
  info: Readonly<Record<string, string | Date>>;
}

export type PdfSheet = ReturnType<typeof createSheet>;
type Pdf = InstanceType<typeof PDFDocument>;

/** Creates a document to draw on. Coordinates are in points from the top left corner of each page. */
export function createSheet({ language, isTagged, info }: SheetOptions) {
  const pdf = new PDFDocument({
    ...{ size: 'A4', margin: 0, pdfVersion: '1.7', lang: language, displayTitle: true, tagged: isTagged },
    // pdfkit would cache the layout of every amount, which would take gigabytes.
    ...{ fontLayoutCache: false, autoFirstPage: false, info },
  });
  for (const [name, bytes] of Object.entries(fonts)) pdf.registerFont(name, bytes);
  const structure = createStructure(pdf, isTagged);

  function rule(y: number, ink: 'hairline' | 'accent' = 'hairline'): void {
    structure.artifact('Layout', () => {
      // The accent rule is thicker, because thin lines lose their colour on many screens.
      pdf
        .lineWidth(ink === 'accent' ? 1.4 : 0.6)
        .strokeColor(inks[ink])
        .moveTo(sheet.left, y)
        .lineTo(sheet.right, y)
        .stroke();
    });
  }

  return { pdf, ...createPen(pdf), rule, ...structure };
}

/** Draws texts into a document. */
function createPen(pdf: Pdf) {
  const { widthOf, fitting } = createMeasure(pdf);

  function style({ size, ink = 'text', font = 'regular' }: TextStyle): void {
    pdf.font(font).fontSize(size).fillColor(inks[ink]);
  }

  /** Draws a text in one line. If `isRight`, `x` is its right end. A text wider than `width` is cut at its end. */
  function line(
    text: string,
    point: { x: number; y: number; isRight?: boolean; width?: number },
    textStyle: TextStyle,
  ): void {
    style(textStyle);
    const shown = point.width === undefined ? text : fitting(text, point.width, textStyle);
    const textWidth = widthOf(shown, textStyle);
    const x = point.isRight ? point.x - textWidth : point.x;
    // The trailing blank separates this text from the next when they are read aloud or copied.
    pdf.text(`${shown} `, x, point.y, { lineBreak: false, textWidth, wordCount: 1 });
  }

  /** Draws a text in as many lines as it needs. */
  function paragraph(text: string, point: { x: number; y: number; width: number }, textStyle: TextStyle): void {
    style(textStyle);
    pdf.text(text, point.x, point.y, { width: point.width, lineGap: textStyle.size * 0.3 });
  }

  return { line, paragraph };
}

/** Measures texts. Select the text's font and size in the document first. */
function createMeasure(pdf: Pdf) {
  const widths = { regular: new Map<string, number>(), strong: new Map<string, number>() };

  // The fonts have no kerning, so the width of a text is the sum of the widths of its letters.
  function widthOf(text: string, { size, font = 'regular' }: TextStyle): number {
    let width = 0;
    for (const letter of text) {
      const known = widths[font].get(letter) ?? pdf.widthOfString(letter) / size;
      widths[font].set(letter, known);
      width += known;
    }
    return width * size;
  }

  function fitting(text: string, width: number, textStyle: TextStyle): string {
    if (widthOf(text, textStyle) <= width) return text;
    let end = text.length;
    while (end > 0 && widthOf(`${text.slice(0, end)}…`, textStyle) > width) end--;
    return `${text.slice(0, end)}…`;
  }

  return { widthOf, fitting };
}

/** The structure of a document for screen readers. If the document is not tagged, these functions only draw. */
export interface PdfStructure {
  /** Adds an element to another one, or to the document. Returns null if the document is not tagged. */
  element: (type: string, within?: StructureElement | null) => StructureElement | null;
  /** Draws something as the content of a new element. */
  part: (type: string, draw: () => void, within?: StructureElement | null) => void;
  /** Draws something that is not part of the text. */
  artifact: (type: 'Layout' | 'Pagination', draw: () => void) => void;
  end: () => void;
}

function createStructure(pdf: InstanceType<typeof PDFDocument>, isTagged: boolean): PdfStructure {
  if (!isTagged) {
    const draws = (_type: string, draw: () => void) => draw();
    return { element: () => null, part: draws, artifact: draws, end: () => undefined };
  }
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  return {
    element(type, within) {
      const made = pdf.struct(type);
      (within ?? root).add(made);
      return made;
    },
    part(type, draw, within) {
      const content = pdf.markStructureContent(type);
      draw();
      pdf.endMarkedContent();
      (within ?? root).add(pdf.struct(type, type === 'TH' ? { scope: 'Column' } : {}, [content]));
    },
    artifact(type, draw) {
      pdf.markContent('Artifact', { type });
      draw();
      pdf.endMarkedContent();
    },
    end: () => root.end(),
  };
}
