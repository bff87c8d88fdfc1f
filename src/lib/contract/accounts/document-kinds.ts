/** What a customer can send to be verified by, for browsers too: no schema stands here. */

export const documentTypes = ['passport', 'address', 'funding'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Only `funding` has two sides: each is a file, and is approved or rejected by itself. */
export const documentSides = ['front', 'back'] as const;
export type DocumentSide = (typeof documentSides)[number];

/** The largest file that is taken, in bytes: 2 MB. */
export const longestDocumentBytes = 2 * 1024 * 1024;

/** Both sides of a document in one call. */
export const mostDocumentFiles = 2;

/** What a file may be by its content; its name and the type that a browser gives it do not matter. */
export const documentMediaTypes = ['image/jpeg', 'application/pdf'] as const;
export type DocumentMediaType = (typeof documentMediaTypes)[number];

/** The name of the part that carries a file. */
export const documentFilesField = 'files';
