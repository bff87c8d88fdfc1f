import * as z from 'zod/mini';
import { locales } from '../../i18n/locales.ts';
import { call } from '../call.ts';
import { ownToken } from '../fields.ts';
import * as endpoints from './statement-endpoints.ts';

/** What moved a customer's money in a period, as a file. */

export const statementFormats = ['pdf', 'csv'] as const;
export type StatementFormat = (typeof statementFormats)[number];

const day = (title: string) => z.iso.date({ error: `${title} is required` });

export const getStatement = call({
  name: 'getStatement',
  summary:
    'A statement of the account: every entry of the days from `from` until `until`, both included, in UTC, ten years at most, with the balances before and after. `content` is the file in base64; its end says by which checksum and seal it can be told from one that was changed.',
  ...endpoints.getStatement,
  audience: 'customer',
  body: z.object({
    token: ownToken,
    from: day('From'),
    until: day('Until'),
    format: z.enum(statementFormats, { error: 'Format is pdf or csv' }),
    language: z.enum(locales, { error: `Language is one of ${locales.join(', ')}` }),
  }),
  data: z.object({ file_name: z.string(), media_type: z.string(), content: z.string() }),
  problems: ['TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

export const statementCalls = [getStatement] as const;
