import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inflateBounded } from '../../../src/server/documents/inspect/pdf-streams.ts';
import { inspectDocument } from '../../../src/server/documents/inspect/inspect-document.ts';
import type { MadeObject } from '../../support/documents/made-files.ts';
import {
  deflated,
  emptyZip,
  madeJpeg,
  madePdf,
  objectStream,
  pdfOfSharedData,
} from '../../support/documents/made-files.ts';

const action = '<< /S /JavaScript /JS (app.alert(1)) >>';

/** A stream with this data, unencoded. */
const stream = (dictionary: string, data: Buffer | string): MadeObject => ({ dictionary, data: Buffer.from(data) });

/** Encodes bytes in base 85. */
function ascii85(bytes: Buffer): Buffer {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const group = Buffer.alloc(4);
    const length = bytes.copy(group, 0, at);
    let word = group.readUInt32BE(0);
    const digits = Array.from({ length: 5 }, () => {
      const digit = String.fromCharCode(33 + (word % 85));
      word = Math.floor(word / 85);
      return digit;
    });
    text += digits
      .reverse()
      .join('')
      .slice(0, length + 1);
  }
  return Buffer.from(`${text}~>`);
}

/** Replaces the checksum by a wrong one, which some programs write and readers tolerate. */
function wrongChecksum(data: Buffer): Buffer {
  const changed = Buffer.from(data);
  changed.writeUInt32BE((changed.readUInt32BE(data.length - 4) ^ 1) >>> 0, data.length - 4);
  return changed;
}

describe('a PDF is accepted', () => {
  test.each([
    ['plain', () => madePdf()],
    ['that opens at its first page', () => madePdf([], '/OpenAction [3 0 R /Fit]')],
    ['with a link', () => madePdf([{ dictionary: '/Type /Annot /F 4 /A << /S /URI /URI (https://example.com) >>' }])],
    ['with objects in a stream', () => madePdf([objectStream('<< /Type /Font >>')])],
    [
      'with a cross-reference stream',
      () => madePdf([deflated('/Type /XRef /DecodeParms << /Predictor 12 /Columns 4 >>', Buffer.alloc(50))]),
    ],
    [
      'with a form of its own',
      () =>
        madePdf([deflated('/Type /XObject /Subtype /Form /Resources << /Font << /F1 9 0 R >> >>', Buffer.from('q Q'))]),
    ],
    ['with a photo', async () => madePdf([stream('/Subtype /Image /Filter /DCTDecode', await madeJpeg())])],
    [
      'with a page encoded in base 85',
      () => madePdf([stream('/Filter [/ASCII85Decode /FlateDecode]', ascii85(deflateSync('q Q')))]),
    ],
    ['of 2.0', () => Buffer.from(madePdf().toString('latin1').replace('1.7', '2.0'), 'latin1')],
    ['with blanks behind it', () => Buffer.concat([madePdf(), Buffer.from('\r\n  \n')])],
    ['that mentions a script in its text', () => madePdf([deflated('', Buffer.from('BT (/JavaScript) Tj ET'))])],
    ['whose data follows a megabyte of nothing', () => pdfOfSharedData(1, 1_000_000)],
    [
      'with wrong checksums',
      () =>
        madePdf(Array.from({ length: 800 }, () => stream('/Filter /FlateDecode', wrongChecksum(deflateSync('q Q'))))),
    ],
  ])('%s', async (_what, made) => {
    expect(await inspectDocument(await made())).toBe('application/pdf');
  });
});

describe('a PDF is refused', () => {
  test.each([
    ['that runs a script when it is opened', () => madePdf([], `/OpenAction ${action}`)],
    ['that encodes the name of a script', () => madePdf([], '/OpenAction << /S /J#61va#53cript /J#53 (x) >>')],
    ['that has a script without its type', () => madePdf([{ dictionary: '/JS (app.alert(1))' }])],
    ['that runs a script in compressed objects', () => madePdf([objectStream(action)])],
    [
      'that runs a script in compressed objects that do not say so',
      () => madePdf([deflated('/N 1 /First 5', Buffer.from(`9 0  ${action}`))]),
    ],
    [
      'that encodes compressed objects in base 85',
      () => madePdf([stream('/Type /ObjStm /First 5 /Filter [/A85 /Fl]', ascii85(deflateSync(action)))]),
    ],
    [
      'that encodes objects as hex digits',
      () => madePdf([stream('/Type /ObjStm /First 5 /Filter /AHx', Buffer.from(action).toString('hex'))]),
    ],
    [
      'that hides objects behind rows of a predictor',
      () => madePdf([objectStream('x', '/DecodeParms << /Predictor 12 /Columns 4 >>')]),
    ],
    [
      'that puts an object into a text',
      () => madePdf([deflated(`/Type /ObjStm /First 5 /Note (7 0 obj)`, Buffer.from(action))]),
    ],
    [
      'that puts an object into the data of another',
      () =>
        madePdf([
          stream(
            '',
            Buffer.concat([
              Buffer.from('9 0 obj\n<< /Type /ObjStm /First 5 /Filter /FlateDecode >>\nstream\n'),
              deflateSync(action),
            ]),
          ),
        ]),
    ],
    [
      'that has a comment before its data',
      () =>
        madePdf([
          {
            ...deflated('/Type /ObjStm /First 5', Buffer.from(action)),
            dictionary: '/Type /ObjStm /First 5 /Filter /FlateDecode % >> stream\n',
          },
        ]),
    ],
    [
      'that names its filter in another object',
      () => madePdf([stream('/Type /ObjStm /First 5 /Filter 9 0 R', deflateSync(action))]),
    ],
    [
      'that is compressed twice',
      () => madePdf([stream('/Filter [/FlateDecode /FlateDecode]', deflateSync(deflateSync('x')))]),
    ],
    ['that is compressed by LZW', () => madePdf([stream('/Filter /LZWDecode', 'x')])],
    [
      'with truncated compressed objects',
      () => madePdf([stream('/Type /ObjStm /First 5 /Filter /FlateDecode', deflateSync(action).subarray(0, 12))]),
    ],
    ['that starts a program', () => madePdf([], '/OpenAction << /S /Launch /F (calc.exe) >>')],
    ['that carries a file', () => madePdf([stream('/Type /EmbeddedFile', 'MZ')])],
    ['that plays something', () => madePdf([{ dictionary: '/Subtype /RichMedia' }])],
    ['that sends a form', () => madePdf([{ dictionary: '/S /SubmitForm' }])],
    [
      'that is encrypted',
      () => Buffer.from(madePdf().toString('latin1').replace('/Root', '/Encrypt 9 0 R /Root'), 'latin1'),
    ],
    ['behind other bytes', () => Buffer.concat([Buffer.from('GIF89a'), madePdf()])],
    ['with something behind it', () => Buffer.concat([madePdf(), Buffer.from('<script>')])],
    ['with an archive behind it', () => Buffer.concat([madePdf(), emptyZip])],
    ['that is an archive too', () => Buffer.concat([madePdf().subarray(0, -6), emptyZip, Buffer.from('\n%%EOF\n')])],
    ['that is only a header', () => Buffer.from('%PDF-1.7\n')],
    ['that has no end', () => madePdf().subarray(0, -8)],
    [
      'whose dictionary is not closed',
      () => Buffer.from(madePdf().toString('latin1').replace('/Count 1 >>', '/Count 1'), 'latin1'),
    ],
    [
      'whose objects are only there to be slow',
      () => madePdf([{ dictionary: '/A << '.repeat(1) + '1 0 obj << '.repeat(20_000) }]),
    ],
    ['whose objects share a megabyte of nothing', () => pdfOfSharedData(40, 1_000_000)],
    ['with more streams than a person reads', () => madePdf(Array.from({ length: 5_001 }, () => stream('', 'x')))],
  ])('%s', async (_what, made) => {
    expect(await inspectDocument(made())).toBe(null);
  });
});

describe('a bomb is refused before it goes off', () => {
  const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1_000_000);

  test.each([
    ['of one stream', () => madePdf([deflated('', zeros(200))])],
    ['of many streams', () => madePdf(Array.from({ length: 60 }, () => deflated('', zeros(1))))],
    ['of a picture', () => madePdf([deflated('/Subtype /Image /Width 9000 /Height 9000', zeros(80))])],
    [
      'that is written as text',
      () => madePdf([stream('/Filter [/ASCII85Decode /FlateDecode]', ascii85(deflateSync(zeros(80))))]),
    ],
    [
      'whose length is told wrong',
      () => madePdf([{ dictionary: '/Length 4 /Filter /FlateDecode', data: deflateSync(zeros(80)) }]),
    ],
  ])('%s', async (_what, made) => {
    expect(await inspectDocument(made())).toBe(null);
  });
});

test('inflating stops at its limit, and keeps the data only on request', async () => {
  const bomb = deflateSync(Buffer.alloc(30_000_000));
  const mostRead = 1_000_000;
  expect(await inflateBounded(bomb, { mostBytes: 5_000_000, mostRead, keep: false })).toEqual({ ok: false });
  expect(await inflateBounded(bomb, { mostBytes: 50_000_000, mostRead, keep: true })).toEqual({ ok: false });
  const twoMegabytes = deflateSync(Buffer.alloc(2_000_000));
  const inflated = await inflateBounded(twoMegabytes, { mostBytes: 5_000_000, mostRead, keep: false });
  expect(inflated).toEqual({
    ...{ ok: true, length: 2_000_000, read: twoMegabytes.length },
    ...{ isWhole: true, kept: Buffer.alloc(0) },
  });
});

test('the input of inflating is limited, and hardly anything after the stream is read', async () => {
  const noise = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7_919) ** 2 % 251));
  const data = deflateSync(noise);
  expect(await inflateBounded(data, { mostBytes: 1e6, mostRead: 10_000, keep: false })).toEqual({ ok: false });
  const small = Buffer.concat([deflateSync('q Q'), Buffer.alloc(1_000_000)]);
  const inflated = await inflateBounded(small, { mostBytes: 1e6, mostRead: 10_000, keep: false });
  expect(inflated).toMatchObject({ ok: true, length: 3, isWhole: true });
  expect(inflated.ok && inflated.read).toBeLessThan(10_000);
});

test('changed bytes of a PDF never make the inspection throw', async () => {
  const bytes = madePdf([objectStream('<< /Type /Font >>')]);
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0x21;
    expect([null, 'application/pdf']).toContain(await inspectDocument(changed));
  }
});

describe('a file that was made to be slow is recognised in little time', () => {
  const bytes = 1_900_000;
  const fill = (text: string) => text.repeat(Math.floor(bytes / text.length));

  test.each([
    ['remarks without an end', fill('obj%')],
    ['dictionaries with remarks behind them', fill('obj<<>>%')],
    ['dictionaries in dictionaries', fill('obj<<')],
    ['texts without an end', fill('obj<<(')],
    ['filters without an end', `1 0 obj << ${fill('/Filter [')} >> stream\n`],
    [
      'streams without an end',
      fill('1 0 obj<</Filter/Fl>>stream\n').slice(0, 140_000) + fill('x').slice(0, bytes - 140_000),
    ],
    ['escapes', fill('#41')],
  ])('%s', async (_what, text) => {
    const before = process.cpuUsage();
    await inspectDocument(Buffer.from(`%PDF-1.7\n${text}\nstartxref\n9\n%%EOF\n`, 'latin1'));
    const { user, system } = process.cpuUsage(before);
    // Measured in CPU time, not wall-clock time, so that other processes do not count.
    expect((user + system) / 1_000).toBeLessThan(15_000);
  });
});
