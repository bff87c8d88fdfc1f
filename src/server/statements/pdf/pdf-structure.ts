import type PDFDocument from 'pdfkit';
import type { StructureElement } from 'pdfkit';

/** What screen readers go by in a document; in one that is not tagged it only draws. */
export interface PdfStructure {
  /** An element within another, or within the document; null where there is no structure. */
  element: (type: string, within?: StructureElement | null) => StructureElement | null;
  /** What is drawn is the content of one element. */
  part: (type: string, draw: () => void, within?: StructureElement | null) => void;
  /** What is drawn is no part of the text. */
  artifact: (type: 'Layout' | 'Pagination', draw: () => void) => void;
  end: () => void;
}

export function createStructure(pdf: InstanceType<typeof PDFDocument>, isTagged: boolean): PdfStructure {
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
