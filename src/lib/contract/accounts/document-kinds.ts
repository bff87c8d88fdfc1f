/** What a customer can send for verification. Browsers load this, so it has no schemas. */

export const documentTypes = ['passport', 'address', 'funding'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Only `funding` has two sides; each is a file of its own, approved or rejected on its own. */
export const documentSides = ['front', 'back'] as const;
export type DocumentSide = (typeof documentSides)[number];

/** The largest file that is accepted: 2 MB, in bytes. */
export const longestDocumentBytes = 2 * 1024 * 1024;

/** One call can carry both sides of a document. */
export const mostDocumentFiles = 2;

/** The accepted types. The content decides; the file's name and the type that the browser states do not matter. */
export const documentMediaTypes = ['image/jpeg', 'application/pdf'] as const;
export type DocumentMediaType = (typeof documentMediaTypes)[number];

/** The name of the form field that carries a file. */
export const documentFilesField = 'files';
