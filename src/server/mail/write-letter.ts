import { letterHtml } from './letter-html.ts';
import type { Letter, LetterLink } from './letter.ts';
import { mailWords } from './mail-words.ts';

/** The parts of a mail as it is sent. */
export interface WrittenLetter {
  subject: string;
  text: string;
  html: string;
}

/** Writes a letter to a reader with this first name, or with none. */
export function writeLetter(letter: Letter, firstName: string | null): WrittenLetter {
  const t = mailWords(letter.locale);
  const name = firstName === null || letter.greets === null ? null : greetedName(firstName);
  const greeting = name === null ? t('mails.hello') : t('mails.greeting', { name });
  return {
    subject: letter.subject,
    text: textOf(letter, greeting),
    html: letterHtml(letter, { greeting, closing: t('mails.closing'), footer: footerOf(letter) }),
  };
}

/** Why the reader gets this mail. */
function footerOf({ locale, greets, choices, isOnce }: Letter): string {
  const t = mailWords(locale);
  if (choices || isOnce) return t('mails.footer.chosen');
  return t(greets === null ? 'mails.footer.asked' : 'mails.footer.always');
}

/** A link is alone on its line, because mail programs would include the text after it. */
const linkText = ({ label, url }: LetterLink) => `${label}:\n${url}`;

function textOf(letter: Letter, greeting: string): string {
  const { paragraphs, facts = [], quote, action, notes = [], choices } = letter;
  const parts = [
    greeting,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(quote ? [`${quote.label}:\n${quote.text}`] : []),
    ...(action ? [linkText(action)] : []),
    ...notes.map(({ text, url }) => (url === undefined ? text : `${text}\n${url}`)),
    mailWords(letter.locale)('mails.closing'),
    `-- \n${footerOf(letter)}${choices ? `\n${choices.url}` : ''}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Letters of any script, with what joins the parts of a name; at most three words. */
const plainName = /^\p{L}[\p{L}\p{M}’'-]*(?: [\p{L}\p{M}’'-]+){0,2}$/u;
const longestName = 30;

/**
 * The name for a greeting; null if it is no plain name. Who registers with somebody else's address could otherwise have
 * us send that person a sentence or an address of theirs.
 */
export function greetedName(firstName: string): string | null {
  const name = firstName.trim().normalize('NFC');
  return name.length <= longestName && plainName.test(name) ? name : null;
}
