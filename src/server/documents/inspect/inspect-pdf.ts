import type { PdfStream } from './pdf-streams.ts';
import { decodeText, describeStream, followEnds, inflateBounded, inflateLimits } from './pdf-streams.ts';
import { findDictionaries, withoutEscapes } from './pdf-objects.ts';

/**
 * PDF names that run code, open or embed another file or program, or hide content. They are too long to occur in
 * picture data by chance.
 */
const activeNames = [
  ...['JavaScript', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'RichMedia', 'RichMediaContent', 'Rendition', 'XFA'],
  ...['SubmitForm', 'ImportData', 'GoToE', 'GoToR', 'Encrypt'],
].join('|');
const active = new RegExp(`/(?:${activeNames})(?![A-Za-z0-9])`);
/** `/JS` is too short to search for in picture data, where it would occur by chance. */
const script = /\/JS(?![A-Za-z0-9])/;

const header = /^%PDF-(?:1\.[0-7]|2\.0)[\r\n \t%]/;
const end = /%%EOF[\0\t\n\f\r ]*$/;
const mostStreams = 5_000;

/**
 * Whether the bytes are a passive PDF: it starts with the header and ends with the end marker, is not encrypted, and
 * nothing in its objects or their compressed content runs, starts, opens or embeds anything. False also if streams
 * inflate beyond the limits or use compression that cannot be inspected. Streams are inflated one at a time.
 */
export async function isPassivePdf(bytes: Buffer): Promise<boolean> {
  if (!header.test(bytes.toString('latin1', 0, 16))) return false;
  if (!end.test(bytes.toString('latin1', Math.max(0, bytes.length - 1_024)))) return false;
  const text = withoutEscapes(bytes.toString('latin1'));
  if (active.test(text) || !text.includes('startxref')) return false;
  const streams = streamsOf(bytes);
  if (!streams || script.test(withoutEscapes(outsideOf(bytes, streams)))) return false;
  const { documentBytes, readPerByte, readBeside } = inflateLimits;
  const left = { bytes: documentBytes, read: readPerByte * bytes.length + readBeside };
  for (const stream of streams) {
    const inspected = await inspectStream(bytes, stream, left);
    if (inspected === null) return false;
    left.bytes -= inspected.length;
    left.read -= inspected.read;
  }
  return true;
}

function streamsOf(bytes: Buffer): PdfStream[] | null {
  const streams: PdfStream[] = [];
  const endOf = followEnds(bytes);
  let texts = 0;
  for (const dictionary of findDictionaries(bytes, mostStreams) ?? [null]) {
    const stream = dictionary && describeStream(bytes, dictionary, endOf);
    if (!stream) return null;
    if (stream.textFilter) texts += stream.stop - stream.start;
    streams.push(stream);
  }
  // So much text-filtered data means that streams overlap: the file was made to be slow.
  return texts > 2 * bytes.length ? null : streams;
}

/** The text outside the streams. */
function outsideOf(bytes: Buffer, streams: readonly PdfStream[]): string {
  let at = 0;
  let outside = '';
  for (const { start, stop } of streams) {
    if (start > at) outside += bytes.toString('latin1', at, start);
    at = Math.max(at, stop);
  }
  return outside + bytes.toString('latin1', at);
}

const nothing = { length: 0, read: 0 };

/**
 * Returns how many bytes a stream inflates to, and how many were read to inflate it. Null if either exceeds what is
 * `left`, or if the stream holds objects that are active or cannot be read.
 */
async function inspectStream(
  bytes: Buffer,
  { start, stop, textFilter, isDeflated, holdsObjects }: PdfStream,
  left: { bytes: number; read: number },
): Promise<{ length: number; read: number } | null> {
  // Deflated data marks its own end, so the end declared by the file is ignored.
  const plain = textFilter ? decodeText(bytes.subarray(start, stop), textFilter) : bytes.subarray(start);
  if (!isDeflated) return holdsObjects && textFilter && isActive(plain) ? null : nothing;
  const inflated = await inflateBounded(plain, { mostBytes: left.bytes, mostRead: left.read, keep: holdsObjects });
  if (!inflated.ok) return null;
  return holdsObjects && (!inflated.isWhole || isActive(inflated.kept)) ? null : inflated;
}

function isActive(objects: Buffer): boolean {
  const text = withoutEscapes(objects.toString('latin1'));
  return active.test(text) || script.test(text);
}
