/** What people type, without what nobody means: for texts that are stored and shown to others. */

/** Turn the writing of what stands beside them around: a name could show a mail's reader another one. */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Control characters and halves of characters: nobody types them, and no column takes them. A line ends in one way. */
export const asTyped = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .replace(turns, '')
    .toWellFormed();

export const onOneLine = (text: string): string => asTyped(text).replace(/\s+/g, ' ');
