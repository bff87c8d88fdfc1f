import type { Environment, EnvironmentReader } from '../environment.ts';
import { describeFault, readEnvironment } from '../environment.ts';

/** Where the site and the server are, when they are in two places. */
export interface OriginsConfig {
  /** The server that the pages of a build call: an origin. Empty: the one that they come from. */
  apiUrl: string;
  /** Sites elsewhere whose pages may call this server. */
  siteOrigins: readonly string[];
}

export function readOrigins(read: EnvironmentReader): OriginsConfig {
  return { apiUrl: readApiUrl(read), siteOrigins: Object.freeze(readList(read, 'SITE_ORIGINS')) };
}

function readApiUrl(read: EnvironmentReader): string {
  const found = read.text('API_URL', '');
  if (found === '') return '';
  const origin = originOf(found);
  if (origin !== null) return origin;
  const expected = 'the origin of a server, such as https://api.example.com, with nothing behind it';
  read.faults.push({ variable: 'API_URL', expected, found: withoutSecrets(found) });
  return '';
}

function readList(read: EnvironmentReader, variable: string): string[] {
  const found = read
    .text(variable, '')
    .split(/[\s,]+/)
    .filter(Boolean);
  const origins = found.map(originOf);
  const wrong = found.find((_text, index) => origins[index] === null);
  if (wrong === undefined) return [...new Set(origins.filter((origin) => origin !== null))];
  const expected = 'origins, such as https://www.example.com, with nothing behind them and commas between them';
  read.faults.push({ variable, expected, found: withoutSecrets(wrong) });
  return [];
}

/** As a browser writes it in `Origin`; null where the text is none, or says more than an origin does. */
function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : null;
}

function withoutSecrets(text: string): string {
  return text.includes('@') ? 'an address with a name or a password in it (not shown)' : text;
}

/** The server that a build's pages call: `API_URL`, as the server reads it. Throws where it is none. */
export function apiUrlOfEnvironment(env: Environment): string {
  const read = readEnvironment(env);
  const apiUrl = readApiUrl(read);
  if (read.faults.length > 0) throw new Error(read.faults.map(describeFault).join('\n'));
  return apiUrl;
}
