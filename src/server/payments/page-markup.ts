const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as it stands in a page, or in an attribute between double quotes. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => markup[character] ?? '');
