import type { PdfDictionary } from './pdf-objects.ts';

/** How the data of a stream is written, as far as it can be looked into. */
export interface PdfStream {
  /** Where its data begins, and where it ends by its own word or at the next `endstream`. */
  start: number;
  stop: number;
  /** Undone first: bytes written as text. */
  textFilter: 'ASCIIHexDecode' | 'ASCII85Decode' | null;
  isDeflated: boolean;
  /** It may hold objects: what is in it counts as if it stood in the file. */
  holdsObjects: boolean;
}

const longNames: Readonly<Record<string, string>> = {
  ...{ Fl: 'FlateDecode', AHx: 'ASCIIHexDecode', A85: 'ASCII85Decode', LZW: 'LZWDecode', RL: 'RunLengthDecode' },
  ...{ DCT: 'DCTDecode', CCF: 'CCITTFaxDecode' },
};
/** In this order and no other: what is deflated twice, or in ways of the past, cannot be looked into. */
const knownFilters =
  /^(ASCIIHexDecode|ASCII85Decode)? ?(FlateDecode)? ?(DCTDecode|JPXDecode|CCITTFaxDecode|JBIG2Decode|RunLengthDecode)?$/;

/** Null where its data cannot be looked into. `endOf` is where the next `endstream` is. */
export function describeStream(
  bytes: Buffer,
  { text, start }: PdfDictionary,
  endOf: (start: number) => number,
): PdfStream | null {
  const known = knownFilters.exec(filtersOf(text) ?? 'not known');
  if (!known) return null;
  const [, textFilter, deflate, picture] = known;
  const holdsObjects = /\/(?:ObjStm|First)(?![A-Za-z])/.test(text);
  // Rows of a predictor would stand between the letters of a name.
  if (holdsObjects && (picture !== undefined || /\/(?:Predictor|DecodeParms|DP)(?![A-Za-z])/.test(text))) return null;
  return {
    ...{ start, stop: toldStop(bytes, text, start) ?? endOf(start), isDeflated: deflate !== undefined },
    holdsObjects,
    textFilter: textFilter === 'ASCIIHexDecode' || textFilter === 'ASCII85Decode' ? textFilter : null,
  };
}

/** The long names, in the order in which they are undone; null where they stand elsewhere, or twice. */
function filtersOf(dictionary: string): string | null {
  const told = /\/Filter(?![A-Za-z])\s*(?:\[([^\]]{0,200})\]|\/(\w+))/.exec(dictionary);
  // Another one, or one that is understood otherwise.
  if (dictionary.split(/\/Filter(?![A-Za-z])/).length > (told ? 2 : 1)) return null;
  const [, many, one] = told ?? [];
  const names = one === undefined ? (many ?? '').split(/[\s/]+/).filter((name) => name !== '') : [one];
  return names.map((name) => longNames[name] ?? name).join(' ');
}

function toldStop(bytes: Buffer, dictionary: string, start: number): number | null {
  const told = /\/Length\s+(\d{1,9})(?!\d|\s+\d+\s+R)/.exec(dictionary)?.[1];
  const stop = start + Number(told ?? Number.NaN);
  return /^\s{0,2}endstream/.test(bytes.toString('latin1', stop, stop + 11)) ? stop : null;
}

/** Finds the next `endstream` behind places that are asked for in their order, and looks at no byte twice. */
export function followEnds(bytes: Buffer): (start: number) => number {
  let end = -1;
  return (start) => {
    if (end < start) {
      const found = bytes.indexOf('endstream', start);
      end = found === -1 ? bytes.length : found;
    }
    return end;
  };
}
