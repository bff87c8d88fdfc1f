import * as z from 'zod/mini';
import { call } from '../call.ts';
import { user } from '../entities.ts';
import { ownToken } from '../fields.ts';
import * as endpoints from './account-endpoints.ts';
import { documentFilesField, documentSides, documentTypes } from './document-kinds.ts';
import { longestDocumentBytes, mostDocumentFiles } from './document-kinds.ts';

/** What customers send to be verified by. Nobody is answered with a file. */

export const upload = call({
  name: 'upload',
  summary:
    'Send a document: a JPEG or PDF of at most 2 MB. Of `funding` one or both sides: the first file is the front and the second the back, unless `side` names the only one.',
  ...endpoints.upload,
  audience: 'customer',
  takesFiles: {
    name: documentFilesField,
    most: mostDocumentFiles,
    longestBytes: longestDocumentBytes,
    description: 'A JPEG or PDF by its content, at most 2 MB.',
  },
  body: z.object({
    token: ownToken,
    type: z.enum(documentTypes, { error: 'Type is required' }),
    side: z.optional(z.enum(documentSides, { error: 'Side is front or back' })),
  }),
  data: user,
  problems: ['FILE_TOO_LARGE', 'FILE_NOT_SUPPORTED', 'DOCUMENT_NOT_EXPECTED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

export const documentCalls = [upload] as const;
