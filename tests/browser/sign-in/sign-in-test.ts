import type { SentMail } from '../../support/accounts/sent-mails.ts';
import { mailsTo } from '../../support/accounts/sent-mails.ts';
import { operatedTest } from '../operated-test.ts';

type Person = 'demo' | 'new' | 'limited';

/** What reaches customers from outside the site. */
interface Outside {
  /** The paths of the links that an operator made for each of the demo customers. */
  links: Record<Person, string[]>;
  /** The mails that the server sent to an address, oldest first. */
  mailsTo: (address: string) => Promise<SentMail[]>;
}

interface Orders {
  /** The customers for whom an operator makes a link: `test.use({ linksFor: ['demo'] })`. */
  linksFor: Person[];
}

/** The path of the link in a text. Its origin is the site's public address, which does not exist in a test. */
export function pathIn(text: string): string {
  return /https?:\/\/[^/\s]+(\/\S*autoLogin\/[\w-]+)/.exec(text)?.[1] ?? 'none';
}

/**
 * A product with a readable outbox, and with the links that a test file asks for, made by operators' commands while it
 * runs.
 */
export const test = operatedTest().extend<object, Orders & { outside: Outside }>({
  linksFor: [[], { scope: 'worker', option: true }],
  outside: [
    async ({ product: _running, dataDir, operate, linksFor }, use) => {
      const links: Outside['links'] = { demo: [], new: [], limited: [] };
      for (const name of linksFor)
        links[name].push(pathIn(await operate('customers', 'login-link', `${name}@example.com`)));
      await use({ links, mailsTo: (address) => mailsTo(dataDir, address) });
    },
    { scope: 'worker' },
  ],
});
