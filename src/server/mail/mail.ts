import { readFileSync } from 'node:fs';
import { logoCid } from './letter-html.ts';
import type { Letter } from './letter.ts';

/** A mail as a feature requests it, to one person. The sender comes from the configuration. */
export type Mail = PlainMail | LetterMail;

interface Posted {
  to: string;
  /**
   * How long the mail is useful to its reader, for example until its link expires. It is not sent after that.
   * Undefined: always.
   */
  worthMs?: number;
}

/** Plain text to the broker. */
export interface PlainMail extends Posted {
  /** Where replies go, if not to the sender. */
  replyTo?: string;
  subject: string;
  text: string;
}

/** A letter to a customer or affiliate. */
export interface LetterMail extends Posted {
  letter: Letter;
}

/** A mail that is given to a driver. */
export interface OutgoingMail extends Omit<PlainMail, 'worthMs'> {
  id: string;
  /** The same as HTML; undefined: plain text only. */
  html?: string;
  from: string;
  createdAt: Date;
}

/** The result of sending a mail, for the log: never contains an address. */
export interface Delivery {
  said: string;
  /** The file that the mail was written to, relative to the data folder. */
  file?: string;
}

/** Sends mails. `deliver` throws if that fails, and throws `MailRefused` if a retry is pointless. */
export interface MailDriver {
  deliver: (mail: OutgoingMail) => Promise<Delivery>;
  /**
   * Deletes stored mails that were written at `writtenAt` or before; returns how many. Undefined: the driver stores
   * nothing.
   */
  forget?: (writtenAt: Date) => Promise<number>;
}

/** The receiving server refused this mail permanently. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** Sent with each mail in HTML: mail programs block pictures from the network, and drop drawings in the HTML. */
const logo = readFileSync(new URL('../../../public/icons/icon-192.png', import.meta.url));

/**
 * Converts a mail to nodemailer's format. The id becomes the message id, so that a mail that is sent twice is
 * recognised.
 */
export function composed({ id, from, to, replyTo, subject, text, html, createdAt }: OutgoingMail) {
  const host = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    ...{ from, to, subject, text, messageId: `<${id}@${host}>`, date: createdAt },
    ...(replyTo !== undefined && { replyTo }),
    ...(html !== undefined && { html, attachments: [{ filename: 'logo.png', content: logo, cid: logoCid }] }),
    // Visitors' texts must never make nodemailer read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
