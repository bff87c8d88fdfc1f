import type { DestinationStream, Logger, SerializedError } from 'pino';
import { levels, pino, stdSerializers } from 'pino';
import { DatabaseUnavailable } from './db/database-faults.ts';

/** Fields that hold secrets or personal data. Their values are redacted, down to three levels deep. */
const confidential = [
  'password',
  'new_password',
  'passwordHash',
  'access_token',
  'accessToken',
  'token',
  'tokenHash',
  'ownerToken',
  'authorization',
  'cookie',
  'email',
  'phone',
  'address',
  'ip',
  'first_name',
  'last_name',
  'full_name',
  'info',
];

export interface LoggerOptions {
  level: string;
  /** Standard output if undefined. */
  destination?: DestinationStream;
}

/**
 * Creates the structured log: one JSON object per line, without secrets or personal data. Faults that only say that the
 * database is unavailable are dropped: the outage has been logged once, and every timer would repeat it every few
 * seconds. Fatal messages are always logged.
 */
export function createLogger({ level, destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: confidential.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
      serializers: { err: serializeFault },
      hooks: {
        logMethod(words, log, level) {
          if (level >= fatal || !isKnownOutage(words[0])) log.apply(this, words);
        },
      },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  );
}

const fatal = levels.values.fatal ?? 60;

function isKnownOutage(fields: unknown): boolean {
  let fault: unknown = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : null;
  while (fault instanceof Error && !(fault instanceof DatabaseUnavailable)) fault = fault.cause;
  return fault instanceof DatabaseUnavailable;
}

/**
 * Keeps only the type, message, stack and code of a fault and of its causes: driver errors can contain row values, or
 * the rejected command including its password.
 */
export function serializeFault(fault: Error): Record<string, unknown> {
  return withoutDetails(stdSerializers.errWithCause(fault));
}

function withoutDetails({
  type,
  message,
  stack,
  code,
  cause,
  aggregateErrors,
}: SerializedError): Record<string, unknown> {
  const faults: unknown[] = Array.isArray(aggregateErrors) ? aggregateErrors : [];
  return {
    type,
    message: withoutParams(message),
    stack: withoutParams(stack),
    ...(code !== undefined && { code: code as unknown }),
    ...(isSerialized(cause) && { cause: withoutDetails(cause) }),
    ...(faults.length > 0 && { aggregateErrors: faults.filter(isSerialized).map(withoutDetails) }),
  };
}

function isSerialized(cause: unknown): cause is SerializedError {
  return typeof cause === 'object' && cause !== null && 'message' in cause && 'stack' in cause;
}

/** Drizzle puts the values of a failed query into its message, on a line that starts with `params:`. */
function withoutParams(text: string): string {
  return text.replace(/^params:.*$/gm, 'params: [redacted]');
}
