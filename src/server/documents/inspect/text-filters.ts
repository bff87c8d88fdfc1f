/** Undoes the two filters of PDF by which bytes are written as text. What is no digit is left out, as readers do. */
export function decodeText(text: Buffer, filter: 'ASCIIHexDecode' | 'ASCII85Decode'): Buffer {
  return filter === 'ASCII85Decode' ? decodeAscii85(text) : decodeHex(text.toString('latin1'));
}

function decodeHex(text: string): Buffer {
  const digits = (text.split('>')[0] ?? '').replace(/[^0-9a-fA-F]/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

const [end, zeros, first, last] = [0x7e, 0x7a, 0x21, 0x75];

/** Five digits of base 85 are four bytes, `z` is four zeros, and the last group may be short. */
function decodeAscii85(text: Buffer): Buffer {
  const out = Buffer.alloc(text.length * 4 + 4);
  let length = 0;
  let group: number[] = [];
  function flush(kept: number): void {
    const word = group.reduce((sum, digit) => sum * 85 + digit, 0) % 2 ** 32;
    out.writeUInt32BE(word, length);
    length += kept;
    group = [];
  }
  for (const byte of text) {
    if (byte === end) break;
    if (byte === zeros && group.length === 0) length += 4;
    else if (byte >= first && byte <= last) group.push(byte - first);
    if (group.length === 5) flush(4);
  }
  const kept = group.length - 1;
  if (kept > 0) {
    while (group.length < 5) group.push(84);
    flush(kept);
  }
  return out.subarray(0, length);
}
