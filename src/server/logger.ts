import type { DestinationStream, Logger, SerializedError } from 'pino';
import { pino, stdSerializers } from 'pino';

/** Names under which secrets and personal data travel; their values never reach a log line, at whatever depth of three. */
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
  /** Standard output when it is missing. */
  destination?: DestinationStream;
}

/** The structured log: one JSON object a line, without secrets and personal data. */
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
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  );
}

/**
 * Type, message, stack and code of a fault and of what caused it, and nothing else that hangs on it: a driver's fault carries
 * the row's values, or the command that was refused with the password in it.
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

/** Drizzle writes the values of a failed query into its message, on a line that starts with `params:`. */
function withoutParams(text: string): string {
  return text.replace(/^params:.*$/gm, 'params: [redacted]');
}
