import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A mail that the peer accepted, as it came over the wire. */
export interface ReceivedMail {
  from: string;
  to: string[];
  data: string;
}

export interface SmtpPeer {
  url: string;
  mails: ReceivedMail[];
  /** What it answers to a command instead of `250 OK`: `RCPT` → `550 no such person`. */
  replies: Map<string, string>;
  close: () => Promise<void>;
}

/** A real SMTP server on a port of its own, as far as a client that sends mail needs one. */
export async function startSmtpPeer(port = 0): Promise<SmtpPeer> {
  const mails: ReceivedMail[] = [];
  const replies = new Map<string, string>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    talk(socket, { mails, replies });
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    replies,
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

function talk(socket: Socket, { mails, replies }: Pick<SmtpPeer, 'mails' | 'replies'>): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let mail: ReceivedMail = { from: '', to: [], data: '' };
  let isData = false;
  let waiting = '';

  function handleLine(line: string): void {
    if (isData && line === '.') {
      isData = false;
      mails.push(mail);
      mail = { from: '', to: [], data: '' };
      say(replies.get('END') ?? '250 taken');
      return;
    }
    if (isData) {
      mail.data += `${line.replace(/^\./, '')}\n`;
      return;
    }
    const command = line.slice(0, 4).toUpperCase();
    const reply = replies.get(command);
    const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (command === 'MAIL') mail.from = address;
    if (command === 'RCPT' && !reply) mail.to.push(address);
    isData = command === 'DATA' && !reply;
    say(reply ?? (isData ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 OK'));
  }

  say('220 peer');
  socket.setEncoding('utf8').on('data', (chunk) => {
    const lines = (waiting + String(chunk)).split('\r\n');
    waiting = lines.pop() ?? '';
    lines.forEach(handleLine);
  });
}
