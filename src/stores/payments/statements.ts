import type { StatementFormat } from '../../lib/contract/payments/payment-calls.ts';
import { getStatement } from '../../lib/contract/payments/payment-endpoints.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Result } from '../../lib/contract/problem.ts';
import type { StatementPeriod } from '../../lib/transactions/statement-period.ts';
import { callApi } from '../api.ts';

export interface StatementFile {
  name: string;
  /** Its media type. */
  type: 'application/pdf' | 'text/csv';
  bytes: Uint8Array<ArrayBuffer>;
}

export interface StatementRequest extends StatementPeriod {
  format: StatementFormat;
  /** The reader's language. */
  locale: string;
}

/** A statement with many thousand rows takes a while, and may wait for other statements. */
const patienceMs = 150_000;

/**
 * Requests a statement of the logged-in customer. Problems: VALIDATION with `from` or `until`, TOO_MANY_REQUESTS,
 * UNAVAILABLE.
 */
export async function exportStatement({
  from,
  until,
  format,
  locale,
}: StatementRequest): Promise<Result<{ file: StatementFile }>> {
  const body = { from, until, format, language: locale as 'en' };
  const answer = await callApi(getStatement, { body, patienceMs });
  if (!answer.ok) return answer;
  const { file_name: name, content } = answer.data;
  const bytes = bytesOf(content);
  if (!bytes) return refuse('UNAVAILABLE');
  return { ok: true, file: { name, type: format === 'pdf' ? 'application/pdf' : 'text/csv', bytes } };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    // The response was damaged on the way.
    return undefined;
  }
}
