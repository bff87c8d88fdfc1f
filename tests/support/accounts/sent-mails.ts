import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A mail as its recipient sees it. */
export interface SentMail {
  to: string;
  subject: string;
  text: string;
}

/** The mails in the outbox of a data folder, oldest first: what a server without SMTP has sent. */
export async function sentMails(dataDir: string): Promise<SentMail[]> {
  const folder = join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const mails = names.filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(mails.map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))));
}

/** The mails to one address, oldest first. */
export async function mailsTo(dataDir: string, address: string): Promise<SentMail[]> {
  return (await sentMails(dataDir)).filter(({ to }) => to === address);
}

/** The code of the link to `/autoLogin` in a mail. */
export function codeIn({ text }: SentMail): string {
  return /\/autoLogin\/([\w-]+)/.exec(text)?.[1] ?? 'none';
}

function readMail(source: string): SentMail {
  const { header } = readPart(source);
  const plain = textPart(source);
  return {
    to: header('To'),
    subject: decodeWords(header('Subject')),
    text: decodeBody(plain.body, plain.header('Content-Transfer-Encoding')),
  };
}

function readPart(source: string) {
  const [head = '', ...body] = source.split('\n\n');
  const unfolded = head.replace(/\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1] ?? '';
  return { header, body: body.join('\n\n') };
}

/** The plain text of a mail, which may be one of several parts. */
function textPart(source: string): ReturnType<typeof readPart> {
  const part = readPart(source);
  const boundary = /^multipart\/.*boundary="([^"]+)"/.exec(part.header('Content-Type'))?.[1];
  if (boundary === undefined) return part;
  return textPart((part.body.split(`--${boundary}\n`)[1] ?? '').split(`\n--${boundary}`)[0] ?? '');
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? decodeQuoted(body.replace(/=\n/g, '')) : body;
}

/** Decodes encoded words (RFC 2047), as nodemailer writes them. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_all, quoted: string) => decodeQuoted(quoted.replaceAll('_', ' ')))
    .replace(/=\?UTF-8\?B\?(.*?)\?=/gi, (_all, coded: string) => Buffer.from(coded, 'base64').toString('utf8'));
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  // Everything outside the quoted bytes is ASCII, so each character is one byte.
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
