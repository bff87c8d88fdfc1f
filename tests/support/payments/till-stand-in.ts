import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A provider whose script draws a cashier; these tests never load the script. */
export interface TillStandIn {
  url: string;
  /** The environment variables by which a server offers it: method 1, named `till`. */
  env: Record<string, string>;
  close: () => Promise<void>;
}

const secret = 'what the till signs by';

export const tillSignature = (text: string) => createHmac('sha256', secret).update(text).digest('hex');

/** A value that a broker could write into the file: it must not break out of its attribute. */
const hostileShop = `Tom & "Jerry" <script>alert(1)</script>`;

function describe(url: string) {
  const facts = { order: '{order_id}', amount: '{amount}', currency: '{currency}', shop: hostileShop };
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

/** Writes the provider's description to a temporary file. */
export async function startTillStandIn(): Promise<TillStandIn> {
  const url = 'https://till.example';
  const folder = await mkdtemp(join(tmpdir(), 'till-'));
  const file = join(folder, 'payments.json');
  await writeFile(file, JSON.stringify(describe(url)));
  return {
    url,
    env: { PAYMENTS_FILE: file, PAYMENT_SECRET_TILL: secret, ALLOW_SIMULATED_MARKET: 'on' },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
