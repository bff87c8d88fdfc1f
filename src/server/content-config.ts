import { resolve } from 'node:path';
import type { CmsAddress } from '../content/sources/choose-source.ts';
import type { Environment, EnvironmentReader } from './environment.ts';
import { describeFault, mailAddress, readEnvironment, readOriginList } from './environment.ts';

/** The content settings. */
export interface ContentConfig {
  /** The folder of the embedded content. */
  contentDir: string;
  content: {
    /** Null: the embedded content is used. */
    cms: CmsAddress | null;
    /** The secret that the CMS sends with its webhook. Null: there is no webhook. */
    webhookSecret: string | null;
    /** Signs the links to drafts and to the content status. Null: there are none. */
    previewSecret: string | null;
    /** The sites that may show previews in an iframe. */
    previewOrigins: readonly string[];
    /** The mail addresses of those who are told what is refused. */
    editors: readonly string[];
  };
}

const shortestSecret = 16;

export function readContent(read: EnvironmentReader): ContentConfig {
  return {
    contentDir: resolve(read.text('CONTENT_DIR', './src/content')),
    content: {
      cms: readCms(read),
      webhookSecret: read.secret('CONTENT_WEBHOOK_SECRET', shortestSecret),
      previewSecret: read.secret('CONTENT_PREVIEW_SECRET', shortestSecret),
      previewOrigins: Object.freeze(readOriginList(read, 'CONTENT_PREVIEW_ORIGINS')),
      editors: Object.freeze(readEditors(read)),
    },
  };
}

function readEditors(read: EnvironmentReader): string[] {
  const editors = read
    .text('CONTENT_EDITORS', '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  // The values are email addresses, so they are not logged.
  if (!editors.every((one) => mailAddress.test(one)))
    read.faults.push({
      ...{ variable: 'CONTENT_EDITORS', expected: 'mail addresses, separated by commas' },
      found: 'something else (not shown)',
    });
  return [...new Set(editors)];
}

const shortestToken = 8;

/** Every variable is read, whatever the source is, so that a mistyped one is reported before it is needed. */
function readCms(read: EnvironmentReader): CmsAddress | null {
  const cockpit = { url: read.url('CMS_URL', ['http:', 'https:']), token: read.secret('CMS_TOKEN', shortestToken) };
  const version = read.choice('CMS_VERSION', ['1', '2'], '1') === '1' ? 1 : 2;
  const http = {
    url: read.url('CONTENT_URL', ['http:', 'https:']),
    token: read.secret('CONTENT_TOKEN', shortestToken),
  };
  const pictureOrigins = readOriginList(read, 'CONTENT_PICTURE_ORIGINS');
  const source = read.choice(
    'CONTENT_SOURCE',
    ['files', 'cockpit', 'http'],
    cockpit.url === null ? 'files' : 'cockpit',
  );
  if (source === 'files') return null;
  const prefix = source === 'http' ? 'CONTENT' : 'CMS';
  const { url, token } = source === 'http' ? http : cockpit;
  if (url === null)
    read.faults.push({ variable: `${prefix}_URL`, expected: `the address of the source ${source}`, found: 'nothing' });
  if (token === null) {
    const expected = source === 'http' ? 'a token, because CONTENT_SOURCE is http' : tokenOfCms;
    read.faults.push({ variable: `${prefix}_TOKEN`, expected, found: 'nothing' });
  }
  if (url === null || token === null) return null;
  if (source === 'http') return Object.freeze({ url, token, version: null, pictureOrigins });
  return Object.freeze({ url: url.replace(/\/+$/, ''), token, version });
}

const tokenOfCms = 'a token of the CMS, because CMS_URL is set';

/** The folder for data that a server must not lose. */
export const readDataDir = (read: EnvironmentReader) => resolve(read.text('DATA_DIR', './data'));

/**
 * The content source and the data folder for a build, the same as for a server started in this environment. Throws an
 * error that lists all invalid variables.
 */
export function contentOfEnvironment(env: Environment): { folder: string; cms: CmsAddress | null; dataDir: string } {
  const read = readEnvironment(env);
  const { contentDir, content } = readContent(read);
  if (read.faults.length > 0) throw new Error(read.faults.map(describeFault).join('\n'));
  return { folder: contentDir, cms: content.cms, dataDir: readDataDir(read) };
}
