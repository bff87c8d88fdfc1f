import type { Locale } from '../../brand.ts';

/** A link of a mail. */
export interface LetterLink {
  label: string;
  url: string;
}

/** A mail to a customer or affiliate, from which its plain text and its HTML are made. */
export interface Letter {
  locale: Locale;
  subject: string;
  /**
   * Whose first name the greeting has, found by the address. Null: no name, because a stranger may have typed the name
   * or the address.
   */
  greets: 'customer' | 'affiliate' | null;
  paragraphs: readonly string[];
  facts?: readonly { label: string; value: string }[];
  /** What somebody wrote: an operator's reason, a customer's destination. */
  quote?: { label: string; text: string } | undefined;
  action?: LetterLink;
  /**
   * Below the button: what to know, and what to do if something is wrong. The last sentence of a text leads to its
   * `url`; in plain text, the address follows.
   */
  notes?: readonly { text: string; url?: string }[];
  /** Where the reader chooses which mails come. Undefined: the reader cannot switch this one off. */
  choices?: LetterLink;
  /** Whether it comes only once, so that there is nothing to switch off. */
  isOnce?: boolean;
}
