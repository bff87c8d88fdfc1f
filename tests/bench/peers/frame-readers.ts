import { WebSocket } from 'ws';

/**
 * The other side of price-frames.bench.ts, in a process of its own so that the server's CPU time is the server's alone. Reads
 * frames on many sockets and notes how old the clock in each is when it arrives.
 */

export interface ReadersOrder {
  url: string;
  sockets: number;
  /** `socket.io` joins the price namespace first; `bare` is given frames at once. */
  protocol: 'socket.io' | 'bare';
}

export type ReadersMessage = { kind: 'connected' } | { kind: 'read'; messages: number; p50Ms: number; p99Ms: number };

const clockMark = '"CLOCK":{"buy":';

let reading = false;
let ages = new Float64Array(0);
let read = 0;

function take(text: string): void {
  if (!reading) return;
  const at = text.indexOf(clockMark);
  if (at < 0 || read === ages.length) return;
  const sentAt = Number.parseFloat(text.slice(at + clockMark.length, at + clockMark.length + 20));
  ages[read++] = performance.timeOrigin + performance.now() - sentAt;
}

function connect({ url, protocol }: ReadersOrder): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  return new Promise((connected, fail) => {
    socket.once('error', fail);
    socket.on('message', (data: Buffer) => {
      const text = data.toString('latin1');
      if (protocol === 'socket.io' && text.startsWith('0')) socket.send('40/prices,');
      else if (text === '2') socket.send('3');
      else if (text.startsWith('42')) {
        connected(socket);
        take(text);
      }
    });
  });
}

/** In tens: a thousand handshakes at once overflow the listening queue. */
async function connectAll(order: ReadersOrder): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < order.sockets) {
    const wave = Math.min(10, order.sockets - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: wave }, () => connect(order)))));
  }
  return sockets;
}

function say(message: ReadersMessage): void {
  process.send?.(message);
}

function report(): void {
  reading = false;
  const sorted = ages.slice(0, read).sort();
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  say({ kind: 'read', messages: read, p50Ms: at(0.5), p99Ms: at(0.99) });
}

process.on('message', (order: ReadersOrder | 'read' | 'stop' | 'leave') => {
  if (order === 'read') {
    ages = new Float64Array(1_000_000);
    read = 0;
    reading = true;
  } else if (order === 'stop') report();
  else if (order === 'leave') process.exit(0);
  else {
    connectAll(order).then(
      () => say({ kind: 'connected' }),
      () => process.exit(1),
    );
  }
});
