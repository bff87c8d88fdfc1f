import { resolve } from 'node:path';
import type { EnvironmentReader } from './environment.ts';

/** What the environment says about the content. */
export interface ContentConfig {
  /** The folder of the embedded content. */
  contentDir: string;
  content: {
    /** What the CMS sends with its webhook. Null: no webhook is taken. */
    webhookSecret: string | null;
    /** Signs the links to drafts. Null: there are none. */
    previewSecret: string | null;
  };
}

const shortestSecret = 16;

export function readContent(read: EnvironmentReader): ContentConfig {
  return {
    contentDir: resolve(read.text('CONTENT_DIR', './src/content')),
    content: {
      webhookSecret: read.secret('CONTENT_WEBHOOK_SECRET', shortestSecret),
      previewSecret: read.secret('CONTENT_PREVIEW_SECRET', shortestSecret),
    },
  };
}
