/** The environment of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A mail address without a name. */
export const mailAddress = /^[^\s@<>,;]+@[^\s@<>,;]+$/;

/** A wrong value: which variable, what was expected, and what was found (never a secret). */
export interface ConfigFault {
  variable: string;
  expected: string;
  found: string;
}

/** Formats a fault as one line for the person who starts the server. */
export function describeFault({ variable, expected, found }: ConfigFault): string {
  return `${variable}: expected ${expected}, found ${found}`;
}

/** A value that proves wrong only in use, such as a port that is already taken. */
export class UnusableValue extends Error {
  override name = 'UnusableValue';

  constructor(fault: ConfigFault, cause: unknown) {
    super(describeFault(fault), { cause });
  }
}

/**
 * Reads variables one by one. A wrong value is recorded in `faults` and replaced by its default, so all faults can be
 * reported at once.
 */
export interface EnvironmentReader {
  readonly faults: ConfigFault[];
  text: (variable: string, fallback: string) => string;
  secret: (variable: string, minimumLength: number) => string | null;
  /** All variables with this prefix, keyed by the rest of their names. */
  secrets: (prefix: string, minimumLength: number) => ReadonlyMap<string, string>;
  url: (variable: string, protocols: readonly string[]) => string | null;
  choice: <Value extends string>(variable: string, values: readonly Value[], fallback: Value) => Value;
  onOff: (variable: string, fallback: boolean) => boolean;
  number: (variable: string, range: NumberRange) => number;
}

export interface NumberRange {
  fallback: number;
  minimum: number;
  maximum: number;
  /** Accept only whole numbers; this is the default. */
  whole?: boolean;
}

export function readEnvironment(env: Environment): EnvironmentReader {
  const faults: ConfigFault[] = [];
  // Shells and compose files often pass an unset variable as an empty one.
  const raw = (variable: string) => env[variable]?.trim() || undefined;
  function refuse<Value>(fault: ConfigFault, fallback: Value): Value {
    faults.push(fault);
    return fallback;
  }
  const choice: EnvironmentReader['choice'] = (variable, values, fallback) => {
    const found = raw(variable);
    if (found === undefined) return fallback;
    const value = values.find((candidate) => candidate === found);
    return value ?? refuse({ variable, expected: values.join(' or '), found }, fallback);
  };
  const secret: EnvironmentReader['secret'] = (variable, minimumLength) => {
    const found = raw(variable);
    if (found === undefined || found.length >= minimumLength) return found ?? null;
    const expected = `at least ${minimumLength} characters`;
    return refuse({ variable, expected, found: `${found.length} characters` }, null);
  };
  return {
    faults,
    choice,
    text: (variable, fallback) => raw(variable) ?? fallback,
    secret,
    secrets: (prefix, minimumLength) => {
      const named = Object.keys(env).filter((variable) => variable.startsWith(prefix));
      const found = named.map((variable) => [variable.slice(prefix.length), secret(variable, minimumLength)] as const);
      return new Map(found.filter((entry): entry is readonly [string, string] => entry[1] !== null));
    },
    url: (variable, protocols) => {
      const found = raw(variable);
      if (found === undefined) return null;
      if (URL.canParse(found) && protocols.includes(new URL(found).protocol)) return found;
      const expected = `a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
      return refuse({ variable, expected, found: withoutSecrets(found) }, null);
    },
    onOff: (variable, fallback) => choice(variable, ['on', 'off'], fallback ? 'on' : 'off') === 'on',
    number: (variable, { fallback, minimum, maximum, whole = true }) => {
      const found = raw(variable);
      if (found === undefined) return fallback;
      const value = /^-?\d+(\.\d+)?$/.test(found) ? Number(found) : Number.NaN;
      if (value >= minimum && value <= maximum && (!whole || Number.isInteger(value))) return value;
      const expected = `a ${whole ? 'whole ' : ''}number from ${minimum} to ${maximum}`;
      return refuse({ variable, expected, found }, fallback);
    },
  };
}

/** A URL may contain a password, and a malformed URL may contain it anywhere, so only the scheme is shown. */
function withoutSecrets(url: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(url)?.[0];
  return scheme ? `${scheme}… (the rest is not shown)` : 'something that is not a URL (not shown)';
}

/** Origins, separated by commas or spaces, each once. */
export function readOriginList(read: EnvironmentReader, variable: string): string[] {
  const found = read
    .text(variable, '')
    .split(/[\s,]+/)
    .filter(Boolean);
  const origins = found.map(originOf);
  const wrong = found.find((_text, index) => origins[index] === null);
  if (wrong === undefined) return [...new Set(origins.filter((origin) => origin !== null))];
  const expected = 'origins, such as https://www.example.com, with nothing behind them and commas between them';
  read.faults.push({ variable, expected, found: withoutPassword(wrong) });
  return [];
}

/**
 * Returns the origin as a browser writes it in `Origin`; null if the text is not an http(s) URL or contains more than
 * an origin.
 */
export function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : null;
}

export function withoutPassword(text: string): string {
  return text.includes('@') ? 'an address with a name or a password in it (not shown)' : text;
}
