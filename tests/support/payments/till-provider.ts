import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An order as the provider receives it. */
export interface TillOrder {
  order: string;
  amount: string;
  currency: string;
  back: string;
}

/** A provider with every kind of method: on its page, by its script and by a link. The server also offers a bank. */
export interface TillProvider {
  /** The environment variables by which a server offers it. */
  env: Record<string, string>;
  /** The URL of the product, to which reports are sent. Set it before anybody pays. */
  reportTo: string;
  /** How it answers an order: with a page, without one, or with an answer that cannot be understood. */
  mood: 'friendly' | 'pageless' | 'broken';
  /** The orders that the server sent to it. */
  asked: TillOrder[];
  close: () => Promise<void>;
}

const secret = 'between the till and the broker';

const sign = { algorithm: 'sha256', kind: 'hmac', in: 'header', name: 'X-Till-Signature', over: 'body' };
const webhook = {
  ...{ sign, event: 'event', order: 'order', amount: 'amount', currency: 'currency', status: 'status' },
  outcomes: { paid: ['paid'], failed: ['failed'] },
};

function describe(url: string) {
  const fields = { order: '{order_id}', amount: '{amount}', currency: '{currency}', back: '{return_url}' };
  const query = 'order={order_id}&amount={amount}&currency={currency}&back={return_url}';
  return [
    {
      ...{ kind: 'send', name: 'till', method: 1, label: 'Credit card', icon: 'card', unit: 'major', webhook },
      start: { url: `${url}/orders`, encoding: 'json', headers: {}, fields, redirect: 'url' },
    },
    {
      ...{ kind: 'bank', name: 'till-bank', method: 2, label: 'Bank transfer', icon: 'bank' },
      account: [
        { name: 'IBAN', value: 'AT61 1904 3002 3457 3201' },
        { name: 'Account holder', value: 'Till Test Ltd' },
      ],
    },
    {
      ...{ kind: 'widget', name: 'till-widget', method: 3, label: 'Wallet', icon: 'wallet', webhook },
      ...{ script: `${url}/cashier.js`, button: '#open-till', attributes: { ...fields } },
    },
    {
      ...{ kind: 'link', name: 'till-link', method: 9, label: 'Voucher', icon: 'voucher', webhook },
      url: `${url}/pay?${query}&name=till-link`,
    },
  ];
}

/** Draws a button for the page to press, and then the cashier in place of it. */
const cashierScript = `(() => {
  const { order, amount, currency } = document.currentScript.dataset;
  const till = new URL(document.currentScript.src).origin;
  const place = document.currentScript.parentElement;
  const open = Object.assign(document.createElement('button'), { id: 'open-till', textContent: 'Open the till' });
  open.onclick = () => {
    const pay = Object.assign(document.createElement('button'), { textContent: 'Pay ' + amount + ' ' + currency });
    const query = new URLSearchParams({ order, amount, currency, name: 'till-widget' });
    pay.onclick = () => fetch(till + '/paid?' + query, { mode: 'no-cors' });
    place.replaceChildren(pay);
  };
  place.append(open);
})();`;

const payPage = (query: string) => `<!doctype html><html lang="en"><title>Till</title><h1>Till</h1>
<form method="post" action="/pay?${query.replaceAll('&', '&amp;')}"><button>Pay at the till</button></form></html>`;

/** Starts the provider on a port of its own. */
export async function startTillProvider(): Promise<TillProvider> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function report(query: URLSearchParams): Promise<void> {
    const [order, amount, currency] = ['order', 'amount', 'currency'].map((name) => query.get(name));
    const body = JSON.stringify({ event: randomUUID(), status: 'paid', order, amount, currency });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const name = query.get('name') ?? 'till';
    const headers = { 'content-type': 'application/json', 'x-till-signature': signature };
    await fetch(`${till.reportTo}/api/transaction/update/${name}`, { method: 'POST', body, headers });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', url);
    const send = (type: string, text: string) => response.writeHead(200, { 'content-type': type }).end(text);
    if (pathname === '/orders') return void send('application/json', acceptOrder(await textOf(request)));
    if (pathname === '/cashier.js') return void send('text/javascript', cashierScript);
    if (pathname === '/pay' && request.method === 'GET') return void send('text/html', payPage(search.slice(1)));
    await report(searchParams);
    if (pathname === '/paid') return void response.writeHead(204).end();
    response.writeHead(303, { location: searchParams.get('back') ?? '/' }).end();
  }

  function acceptOrder(text: string): string {
    const order = JSON.parse(text) as TillOrder;
    till.asked.push(order);
    if (till.mood === 'broken') return '<html>Sorry</html>';
    if (till.mood === 'pageless') return JSON.stringify({ id: order.order });
    return JSON.stringify({ url: `${url}/pay?${new URLSearchParams({ ...order })}` });
  }

  const folder = await mkdtemp(join(tmpdir(), 'till-provider-'));
  const file = join(folder, 'payments.json');
  await writeFile(file, JSON.stringify(describe(url)));
  const names = ['TILL', 'TILL_LINK', 'TILL_WIDGET'];
  const secrets = Object.fromEntries(names.map((name) => [`PAYMENT_SECRET_${name}`, secret]));
  const till: TillProvider = {
    ...{
      reportTo: '',
      mood: 'friendly',
      asked: [],
      env: { PAYMENTS_FILE: file, ...secrets, ALLOW_SIMULATED_MARKET: 'on' },
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await rm(folder, { recursive: true, force: true });
    },
  };
  return till;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
