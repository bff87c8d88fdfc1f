import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';

/**
 * The attackers, in a process of their own: sockets that close made-up positions as fast as they get answers, each with
 * a fixed number in flight. A socket that is refused tries again. Started by order-flood.bench.ts with URL, SOCKETS and
 * TOKENS (JSON); reports its counts when it is asked to end.
 */

const tokens = JSON.parse(process.env.TOKENS ?? '[]') as string[];
const address = `${(process.env.URL ?? '').replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
const underWay = 200;
const againMs = 1_000;
const counts = { answers: 0, refused: 0, notLetIn: 0 };

/**
 * The part of Socket.IO's text protocol that is needed: `0` opened, `2` ping, `40` connected, `43` an answer, `44`
 * connection refused.
 */
function attack(token: string): void {
  const socket = new WebSocket(`${address}&token=${token}`);
  let sent = 0;
  const send = () => {
    const position = JSON.stringify({ id: randomUUID(), price: 60_000 });
    socket.send(`42${sent++}["closePosition",${position}]`);
  };
  const handleMessage = (text: string) => {
    if (text.startsWith('0')) socket.send('40');
    else if (text === '2') socket.send('3');
    else if (text.startsWith('40')) for (let first = 0; first < underWay; first += 1) send();
    else if (text.startsWith('44')) {
      counts.notLetIn += 1;
      socket.close();
    } else if (text.startsWith('43')) {
      counts.answers += 1;
      if (text.includes('TOO_MANY_REQUESTS')) counts.refused += 1;
      send();
    }
  };
  socket.on('message', (data: Buffer) => handleMessage(data.toString()));
  socket.on('error', () => undefined);
  socket.once('close', () => setTimeout(attack, againMs, token));
}

for (let number = 0; number < Number(process.env.SOCKETS); number += 1) attack(tokens[number % tokens.length] ?? '');
process.once('message', () => process.send?.(counts, () => process.exit(0)));
