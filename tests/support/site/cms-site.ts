import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FakeCockpit } from '../cockpit/fake-cockpit.ts';
import { fakeToken } from '../cockpit/fake-cockpit-v1.ts';
import { startFilledCockpit } from '../cockpit/filled-cockpit.ts';
import { openTestDatabase } from '../test-database.ts';
import type { BuiltSite } from './built-site.ts';
import { openBuiltSite } from './built-site.ts';

/** The built site on a filled CMS, which a test may edit, break and stop. */
export interface CmsSite extends BuiltSite {
  cms: FakeCockpit;
  /** The environment variables by which a build or a server finds this CMS and the stored copy of its content. */
  env: Record<string, string>;
  /** Calls the site's webhook, as the CMS does after an edit; returns the status. */
  callWebhook: () => Promise<number>;
  /** Restarts the server on the same data. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
}

const webhookSecret = 'a secret of the webhook';

export async function openCmsSite(): Promise<CmsSite> {
  const [cms, database] = await Promise.all([startFilledCockpit(), openTestDatabase()]);
  const dataDir = await mkdtemp(join(tmpdir(), 'cms-site-'));
  const env = {
    ...{ CMS_URL: cms.url, CMS_TOKEN: fakeToken, DATA_DIR: dataDir },
    CONTENT_WEBHOOK_SECRET: webhookSecret,
  };
  let site = await openBuiltSite({ env, database });
  return {
    ...{ cms, env },
    get shop() {
      return site.shop;
    },
    read: (path) => site.read(path),
    async callWebhook() {
      const headers = { 'x-webhook-secret': webhookSecret };
      return (await fetch(`${site.shop.url}/api/content/changed`, { method: 'POST', headers })).status;
    },
    async restart() {
      await site.shop.close();
      site = await openBuiltSite({ env, database });
    },
    async close() {
      await site.shop.close();
      await database.close();
      await cms.close().catch(() => undefined);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
