/** A mail as a feature requests it: plain text to one person. The sender is configured. */
export interface Mail {
  to: string;
  /** Where answers go, if not to the sender. */
  replyTo?: string;
  subject: string;
  text: string;
  /** For how long it is useful to its reader, for example until its link expires; undefined: always. */
  worthMs?: number;
}

/** A mail on its way out. */
export interface OutgoingMail extends Omit<Mail, 'worthMs'> {
  id: string;
  from: string;
  createdAt: Date;
}

/** The result of sending a mail, for the log: never contains an address. */
export interface Delivery {
  said: string;
  /** The file that it was written to, in the data folder. */
  file?: string;
}

/** How mails are sent. Throws if that fails; a `MailRefused` if there is no point in retrying. */
export interface MailDriver {
  deliver: (mail: OutgoingMail) => Promise<Delivery>;
  /**
   * Deletes stored mails that were written at `writtenAt` or before; returns how many. Undefined: the driver stores
   * nothing.
   */
  forget?: (writtenAt: Date) => Promise<number>;
}

/** The receiving side refused this mail for good. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** The mail in nodemailer's format. The id becomes the message id, so that a mail sent twice is recognised. */
export function composed({ id, from, to, replyTo, subject, text, createdAt }: OutgoingMail) {
  const host = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    ...{ from, to, subject, text, messageId: `<${id}@${host}>`, date: createdAt },
    ...(replyTo !== undefined && { replyTo }),
    // Visitors' texts must never make nodemailer read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
