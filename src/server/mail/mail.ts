/** A mail as a feature asks for it: plain text to one person. Who it comes from is the broker's to say. */
export interface Mail {
  to: string;
  /** Whom an answer goes to, where that is not the sender. */
  replyTo?: string;
  subject: string;
  text: string;
  /** How long from now it is worth something to its reader, such as a link that ends; none: whenever it comes. */
  worthMs?: number;
}

/** A mail that leaves. */
export interface OutgoingMail extends Omit<Mail, 'worthMs'> {
  id: string;
  from: string;
  createdAt: Date;
}

/** What became of a mail, for the log: never an address. */
export interface Delivery {
  said: string;
  /** Where it was written to, in the data folder. */
  file?: string;
}

/** How mails leave. Throws where one did not; a `MailRefused` where trying again is of no use. */
export interface MailDriver {
  deliver: (mail: OutgoingMail) => Promise<Delivery>;
  /**
   * Deletes what it kept of the mails that were written at `writtenAt` or before; returns how many. None: it keeps
   * nothing.
   */
  forget?: (writtenAt: Date) => Promise<number>;
}

/** The receiving side refused this mail for good. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** The mail as nodemailer takes it. The id names the message too: one that is sent twice is recognised as the same. */
export function composed({ id, from, to, replyTo, subject, text, createdAt }: OutgoingMail) {
  const host = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    ...{ from, to, subject, text, messageId: `<${id}@${host}>`, date: createdAt },
    ...(replyTo !== undefined && { replyTo }),
    // What a visitor wrote is text: it must never name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
