/**
 * Every reason for which a call or an emit can be refused. The union is closed: for a new code, the compiler and the
 * tests demand its status and text, its translations, and a call or emit that can return it.
 */
export const problemCodes = [
  'VALIDATION',
  'MALFORMED_REQUEST',
  'BAD_JSON',
  'INVALID_CREDENTIALS',
  'ACCOUNT_BLOCKED',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_WRONG',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'REGISTRATION_CLOSED',
  'CURRENT_PASSWORD_REQUIRED',
  'CURRENT_PASSWORD_WRONG',
  'NO_ACCESS',
  'NOT_VERIFIED',
  'ASSET_SUSPENDED',
  'PROFILE_INCOMPLETE',
  'NOT_HUMAN',
  'NOT_FOUND',
  'EMAIL_UNKNOWN',
  'LINK_NOT_VALID',
  'UNKNOWN_SYMBOL',
  'POSITION_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'EMAIL_TAKEN',
  'SECOND_FACTOR_ON',
  'SECOND_FACTOR_OFF',
  'SECOND_FACTOR_NOT_STARTED',
  'DOCUMENT_NOT_EXPECTED',
  'POSITION_CLOSED',
  'TRANSACTION_CLOSED',
  'PRICE_MOVED',
  'BODY_TOO_LARGE',
  'FILE_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'FILE_NOT_SUPPORTED',
  'INSUFFICIENT_MARGIN',
  'INSUFFICIENT_FUNDS',
  'METHOD_NOT_OFFERED',
  'LEVERAGE_NOT_ALLOWED',
  'TOO_MANY_POSITIONS',
  'TOO_MANY_REQUESTS',
  'HEADERS_TOO_LARGE',
  'INTERNAL',
  'UNAVAILABLE',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/**
 * HTTP status and English text of each problem. The browser does not show this text: it has its own in each language.
 */
export const problems = {
  VALIDATION: { status: 400, message: 'Please check the highlighted fields.' },
  MALFORMED_REQUEST: { status: 400, message: 'The request cannot be understood.' },
  BAD_JSON: { status: 400, message: 'The body is not valid JSON.' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid credentials.' },
  ACCOUNT_BLOCKED: { status: 403, message: 'This account is blocked. Please contact us.' },
  SECOND_FACTOR_REQUIRED: { status: 401, message: 'Please enter the code of your authenticator app.' },
  SECOND_FACTOR_WRONG: { status: 401, message: 'The code is not valid.' },
  UNAUTHENTICATED: { status: 401, message: 'Please log in.' },
  FORBIDDEN: { status: 403, message: 'This is not yours to see or change.' },
  REGISTRATION_CLOSED: { status: 403, message: 'Accounts cannot be opened here at the moment.' },
  CURRENT_PASSWORD_REQUIRED: { status: 403, message: 'Please enter your current password too.' },
  CURRENT_PASSWORD_WRONG: { status: 403, message: 'The current password is not right.' },
  NO_ACCESS: { status: 403, message: 'You have no access' },
  NOT_VERIFIED: { status: 403, message: 'The account is not verified' },
  ASSET_SUSPENDED: { status: 403, message: 'Trading in this asset is suspended' },
  PROFILE_INCOMPLETE: { status: 403, message: 'You have to complete your account first' },
  NOT_HUMAN: {
    status: 403,
    message: 'It could not be told that a person sent this. Please try again.',
  },
  NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  EMAIL_UNKNOWN: { status: 404, message: 'Email is not exist.' },
  LINK_NOT_VALID: { status: 404, message: 'Url not valid' },
  UNKNOWN_SYMBOL: { status: 404, message: 'There is no asset with this symbol.' },
  POSITION_NOT_FOUND: { status: 404, message: 'There is no such position.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not answer that method.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
  EMAIL_TAKEN: { status: 409, message: 'This email already exist' },
  SECOND_FACTOR_ON: { status: 409, message: 'The second factor is on already.' },
  SECOND_FACTOR_OFF: { status: 409, message: 'The second factor is off.' },
  SECOND_FACTOR_NOT_STARTED: { status: 409, message: 'Please begin with a new secret for your authenticator app.' },
  DOCUMENT_NOT_EXPECTED: { status: 409, message: 'This document is being checked or was approved already.' },
  POSITION_CLOSED: { status: 409, message: 'The position is closed already.' },
  TRANSACTION_CLOSED: { status: 409, message: 'This transaction has come to its end already.' },
  PRICE_MOVED: { status: 409, message: 'The price has moved. Please look at the new price and try again.' },
  BODY_TOO_LARGE: { status: 413, message: 'The body is too large.' },
  FILE_TOO_LARGE: { status: 413, message: 'A file may be 2 MB at most.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'This content type is not understood here.' },
  FILE_NOT_SUPPORTED: { status: 415, message: 'File not supported' },
  INSUFFICIENT_MARGIN: { status: 422, message: 'The amount is above your free margin.' },
  INSUFFICIENT_FUNDS: { status: 422, message: "You don't have balance to withdraw" },
  METHOD_NOT_OFFERED: { status: 422, message: 'This payment method is not available.' },
  LEVERAGE_NOT_ALLOWED: { status: 422, message: 'This leverage is not available to you.' },
  TOO_MANY_POSITIONS: {
    status: 422,
    message: 'You have as many open positions as an account may have. Please close one first.',
  },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The headers of the request are too large.' },
  INTERNAL: {
    status: 500,
    message: 'Something went wrong on our side. Before you try again, please check whether it was done.',
  },
  UNAVAILABLE: { status: 503, message: 'Temporarily unavailable' },
} as const satisfies Record<ProblemCode, { status: number; message: string }>;

/** A refusal. `fields`: for `VALIDATION`, the messages by field. `retryAfterSeconds`: for `TOO_MANY_REQUESTS`. */
export interface Problem {
  code: ProblemCode;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
}

/** What a rule or a use case returns: its results, or the problem. Bugs throw instead. */
export type Result<Facts extends object = object> = ({ ok: true } & Facts) | { ok: false; problem: Problem };

/** A refusal with a code. */
export function refuse(code: ProblemCode, more: Omit<Problem, 'code'> = {}): { ok: false; problem: Problem } {
  return { ok: false, problem: { code, ...more } };
}

export function isProblemCode(value: unknown): value is ProblemCode {
  return (problemCodes as readonly unknown[]).includes(value);
}
