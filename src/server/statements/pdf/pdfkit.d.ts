/** Types for the parts of pdfkit that are used here, because the package has none. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream';

  /** An element of the structure that screen readers use. */
  export interface StructureElement {
    add: (child: StructureElement | StructureContent) => StructureElement;
    end: () => void;
  }

  /** Content drawn between `markStructureContent` and `endMarkedContent`. */
  export interface StructureContent {
    readonly refs: readonly object[];
  }

  export interface DocumentOptions {
    size: 'A4';
    margin: number;
    pdfVersion: '1.7';
    lang: string;
    displayTitle: boolean;
    tagged: boolean;
    autoFirstPage: boolean;
    fontLayoutCache: boolean;
    info: Readonly<Record<string, string | Date>>;
  }

  export interface FileOptions {
    name: string;
    type: string;
    description: string;
    creationDate: Date;
    modifiedDate: Date;
    relationship: 'Data';
  }

  interface PDFDocument extends Readable {
    addPage: () => this;
    registerFont: (name: string, file: Uint8Array) => this;
    font: (name: string) => this;
    fontSize: (points: number) => this;
    fillColor: (colour: string) => this;
    strokeColor: (colour: string) => this;
    lineWidth: (points: number) => this;
    moveTo: (x: number, y: number) => this;
    lineTo: (x: number, y: number) => this;
    stroke: () => this;
    text: (
      text: string,
      x: number,
      y: number,
      options: { lineBreak?: boolean; width?: number; lineGap?: number; textWidth?: number; wordCount?: number },
    ) => this;
    widthOfString: (text: string) => number;
    file: (bytes: Uint8Array, options: FileOptions) => void;
    struct: (
      type: string,
      options?: { scope?: 'Column' } | StructureContent[],
      children?: StructureContent[],
    ) => StructureElement;
    addStructure: (element: StructureElement) => this;
    markStructureContent: (type: string) => StructureContent;
    markContent: (type: 'Artifact', options: { type: 'Pagination' | 'Layout' }) => this;
    endMarkedContent: () => this;
    end: () => void;
  }

  const PDFDocument: new (options: DocumentOptions) => PDFDocument;
  export default PDFDocument;
}
