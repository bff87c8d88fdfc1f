import type { DestinationStream, Logger, SerializedError } from 'pino';
import { levels, pino, stdSerializers } from 'pino';
import { DatabaseUnavailable } from './db/database-faults.ts';

/** Names of fields with secrets and personal data: their values are never logged, down to three levels deep. */
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
 * The structured log: one JSON object in each line, without secrets and personal data. Faults that only say that the
 * database is away are left out: the log has reported that once, and everything on a timer would repeat it every few
 * seconds. Whatever ends the server is always logged.
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
          if (level >= fatal || !isNoNews(words[0])) log.apply(this, words);
        },
      },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  );
}

const fatal = levels.values.fatal ?? 60;

function isNoNews(fields: unknown): boolean {
  let fault: unknown = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : null;
  while (fault instanceof Error && !(fault instanceof DatabaseUnavailable)) fault = fault.cause;
  return fault instanceof DatabaseUnavailable;
}

/**
 * Type, message, stack and code of a fault and of its cause, and none of its other properties: a driver's fault
 * contains the row's values, or a refused command with the password in it.
 */
export function serializeFault(fault: Error): Record<string, unknown> {
  return kept(stdSerializers.errWithCause(fault));
}

function kept({ type, message, stack, code, cause, aggregateErrors }: SerializedError): Record<string, unknown> {
  const faults: unknown[] = Array.isArray(aggregateErrors) ? aggregateErrors : [];
  return {
    type,
    message: withoutParams(message),
    stack: withoutParams(stack),
    ...(code !== undefined && { code: code as unknown }),
    ...(isSerialized(cause) && { cause: kept(cause) }),
    ...(faults.length > 0 && { aggregateErrors: faults.filter(isSerialized).map(kept) }),
  };
}

function isSerialized(cause: unknown): cause is SerializedError {
  return typeof cause === 'object' && cause !== null && 'message' in cause && 'stack' in cause;
}

/** Drizzle puts the values of a failed query into its message, on a line that starts with `params:`. */
function withoutParams(text: string): string {
  return text.replace(/^params:.*$/gm, 'params: [redacted]');
}
