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
  'CONSENT_REQUIRED',
  'CURRENT_PASSWORD_REQUIRED',
  'CURRENT_PASSWORD_WRONG',
  'SHARED_ACCOUNT',
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
  MALFORMED_REQUEST: { status: 400, message: "We couldn't read this request." },
  BAD_JSON: { status: 400, message: "The request body isn't valid JSON." },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid credentials.' },
  ACCOUNT_BLOCKED: { status: 403, message: 'Your account is blocked. Please contact us.' },
  SECOND_FACTOR_REQUIRED: { status: 401, message: 'Enter the code from your authenticator app.' },
  SECOND_FACTOR_WRONG: { status: 401, message: "This code isn't valid." },
  UNAUTHENTICATED: { status: 401, message: 'Please log in.' },
  FORBIDDEN: { status: 403, message: "You don't have permission to do this." },
  REGISTRATION_CLOSED: { status: 403, message: "New accounts can't be opened at the moment." },
  CONSENT_REQUIRED: { status: 403, message: 'Read and agree to the current auto trading rule first.' },
  CURRENT_PASSWORD_REQUIRED: { status: 403, message: 'Enter your current password.' },
  CURRENT_PASSWORD_WRONG: { status: 403, message: 'Your current password is incorrect.' },
  SHARED_ACCOUNT: { status: 403, message: "You can't change this on a shared demo account." },
  NO_ACCESS: { status: 403, message: 'You have no access' },
  NOT_VERIFIED: { status: 403, message: 'The account is not verified' },
  ASSET_SUSPENDED: { status: 403, message: 'Trading in this asset is suspended.' },
  PROFILE_INCOMPLETE: { status: 403, message: 'You have to complete your account first' },
  NOT_HUMAN: { status: 403, message: "We couldn't verify that you're human. Please try again." },
  NOT_FOUND: { status: 404, message: "We couldn't find what you asked for." },
  EMAIL_UNKNOWN: { status: 404, message: 'Email is not exist.' },
  LINK_NOT_VALID: { status: 404, message: 'Url not valid' },
  UNKNOWN_SYMBOL: { status: 404, message: "We don't offer an asset with this symbol." },
  POSITION_NOT_FOUND: { status: 404, message: "We couldn't find this position." },
  METHOD_NOT_ALLOWED: { status: 405, message: "This address doesn't support that request method." },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive. Please try again.' },
  EMAIL_TAKEN: { status: 409, message: 'This email already exist' },
  SECOND_FACTOR_ON: { status: 409, message: 'Two-factor authentication is already on.' },
  SECOND_FACTOR_OFF: { status: 409, message: 'Two-factor authentication is off.' },
  SECOND_FACTOR_NOT_STARTED: { status: 409, message: 'Start the two-factor setup again to get a new key.' },
  DOCUMENT_NOT_EXPECTED: { status: 409, message: "We're already reviewing this document, or we've approved it." },
  POSITION_CLOSED: { status: 409, message: 'This position is already closed.' },
  TRANSACTION_CLOSED: { status: 409, message: 'This transaction can no longer be changed.' },
  PRICE_MOVED: { status: 409, message: 'The price has moved. Check the new price and try again.' },
  BODY_TOO_LARGE: { status: 413, message: 'This request is too large.' },
  FILE_TOO_LARGE: { status: 413, message: 'This file is too large. The limit is 2 MB.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "This content type isn't supported." },
  FILE_NOT_SUPPORTED: { status: 415, message: 'File not supported' },
  INSUFFICIENT_MARGIN: { status: 422, message: 'The amount exceeds your free margin.' },
  INSUFFICIENT_FUNDS: { status: 422, message: "You don't have balance to withdraw" },
  METHOD_NOT_OFFERED: { status: 422, message: "This payment method isn't available." },
  LEVERAGE_NOT_ALLOWED: { status: 422, message: "This leverage isn't available for your account." },
  TOO_MANY_POSITIONS: {
    status: 422,
    message: "You've reached the limit for open positions. Close one to open another.",
  },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The request headers are too large.' },
  INTERNAL: {
    status: 500,
    message:
      'Something went wrong on our side. If you were making a change, check whether it was saved before you try again.',
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
