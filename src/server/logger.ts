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

/** What a database's fault carries beside its message: the row's own values. */
const withRowValues = new Set(['detail', 'where', 'params', 'parameters', 'query', 'hint', 'internalQuery', 'raw']);

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

/** Type, message, stack and code of a fault. A failed query keeps its statement but none of its values. */
export function serializeFault(fault: Error): Record<string, unknown> {
  return strip(stdSerializers.errWithCause(fault));
}

function strip(serialized: SerializedError): Record<string, unknown> {
  const kept = Object.entries(serialized).filter(([name]) => !withRowValues.has(name));
  const { cause } = serialized as { cause?: unknown };
  return {
    ...(Object.fromEntries(kept) as Record<string, unknown>),
    message: withoutParams(serialized.message),
    stack: withoutParams(serialized.stack),
    ...(isSerialized(cause) && { cause: strip(cause) }),
  };
}

function isSerialized(cause: unknown): cause is SerializedError {
  return typeof cause === 'object' && cause !== null && 'message' in cause && 'stack' in cause;
}

/** Drizzle writes the values of a failed query into its message, on a line that starts with `params:`. */
function withoutParams(text: string): string {
  return text.replace(/^params:.*$/gm, 'params: [redacted]');
}
