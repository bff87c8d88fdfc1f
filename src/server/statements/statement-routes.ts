import type { FastifyInstance } from 'fastify';
import type { Locale } from '../../brand.ts';
import { settingsIn } from '../../content/localise.ts';
import type { SiteContent } from '../../content/model/site-content.ts';
import { getStatement as getStatementCall } from '../../lib/contract/payments/payment-calls.ts';
import { originOf } from '../http/request-origin.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { registerCall } from '../http/register-call.ts';
import type { GetStatementParts } from './get-statement.ts';
import { getStatement } from './get-statement.ts';
import { createStatementDesk } from './statement-desk.ts';
import { statementKey } from './statement-seal.ts';

export interface StatementRoutesParts extends Omit<GetStatementParts, 'desk' | 'key' | 'companyIn'> {
  sessions: Sessions;
  content: () => Pick<SiteContent, 'settings'>;
  masterKey: Uint8Array;
}

const mediaTypes = { pdf: 'application/pdf', csv: 'text/csv' } as const;

/** Registers the call with which customers get their statements. */
export function registerStatementRoutes(
  app: FastifyInstance,
  { sessions, masterKey, content, ...known }: StatementRoutesParts,
): void {
  const companyIn = (locale: Locale) => {
    const { company, address } = settingsIn(content().settings, locale).contact;
    return { company, address };
  };
  const parts = { ...known, desk: createStatementDesk(), key: statementKey(masterKey), companyIn };
  registerCall(app, getStatementCall, { sessions }, async ({ caller: { accountId }, body, request }) => {
    const { from, until, format, language: locale } = body;
    const made = await getStatement(parts, { accountId, from, until, format, locale, origin: originOf(request) });
    if (!made.ok) return made;
    const content = made.file.toString('base64');
    return { ok: true, data: { file_name: made.name, media_type: mediaTypes[format], content } };
  });
}
