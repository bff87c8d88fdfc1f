import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { SentMail } from '../../support/accounts/sent-mails.ts';
import { mailsTo } from '../../support/accounts/sent-mails.ts';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { test as base } from '../product-test.ts';

type Person = 'demo' | 'new' | 'limited';

/** What comes to customers from outside the site. */
interface Outside {
  /** The paths of links that an operator made for each of the demo's customers. */
  links: Record<Person, string[]>;
  /** The mails that the server sent to an address, oldest first. */
  mailsTo: (address: string) => Promise<SentMail[]>;
}

interface Orders {
  /** For whom an operator makes a link, which takes seconds: `test.use({ linksFor: ['demo'] })`. */
  linksFor: Person[];
}

const run = promisify(execFile);

/** As the operator does: with the server stopped, because its database is open to one process only. */
async function orderLink(dataDir: string, email: string): Promise<string> {
  const { PATH, HOME } = process.env;
  const { stdout } = await run(
    process.execPath,
    ['src/server/operator/operator-main.ts', 'customers', 'login-link', email],
    {
      env: { PATH, HOME, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    },
  );
  return pathIn(stdout);
}

/** The path of the link in a text; the address that the text names is the site's public one, which a test has none of. */
export function pathIn(text: string): string {
  return /https?:\/\/[^/\s]+(\/\S*autoLogin\/[\w-]+)/.exec(text)?.[1] ?? 'none';
}

async function orderLinks(dataDir: string, linksFor: Person[], links: Outside['links']): Promise<void> {
  const seeding = await startProduct({ dataDir });
  await seeding.stop();
  for (const name of linksFor) links[name].push(await orderLink(dataDir, `${name}@example.com`));
}

/** A product with an outbox to look into, and the links that a file wants. */
export const test = base.extend<object, Orders & { outside: Outside }>({
  linksFor: [[], { scope: 'worker', option: true }],
  outside: [
    async ({}, use) => {
      await use({ links: { demo: [], new: [], limited: [] }, mailsTo: () => Promise.resolve([]) });
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ outside, linksFor }, use) => {
      const data = await makeDataFolder();
      if (linksFor.length > 0) await orderLinks(data.path, linksFor, outside.links);
      outside.mailsTo = (address) => mailsTo(data.path, address);
      const product = await startProduct({ dataDir: data.path });
      await use(product);
      await product.stop();
      await data.remove();
    },
    { scope: 'worker', timeout: 480_000 },
  ],
});
