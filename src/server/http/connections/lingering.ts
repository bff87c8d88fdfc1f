import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * How much of a refused body is still read: at most so many bytes, and only for so many milliseconds after the answer.
 */
export interface Patience {
  bytes: number;
  ms: number;
}

/** The longest that sending a request may take: enough for two documents of 2 MB at 1.1 megabits per second. */
export const longestRequestMs = 30_000;

/**
 * More bytes than nginx passes on with docs/operating/nginx.conf, and as much time as for a body that is not refused.
 */
export const lingering: Patience = { bytes: 8 * 1024 * 1024, ms: longestRequestMs };

/**
 * Reads and discards the rest of a body that was answered before it had arrived. Closing a connection with unread bytes
 * would reset it: a client that is still sending would never read the answer, and a proxy would turn that into a 502.
 * Connections that exceed the limits are cut off.
 */
export function lingerAfter(request: IncomingMessage, response: ServerResponse, patience: Patience = lingering): void {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  // Runs before Node's own listener, which closes the connection.
  response.prependOnceListener('finish', () => {
    if (!request.complete) forgetRest(request, patience);
  });
}

function forgetRest(request: IncomingMessage, { bytes, ms }: Patience): void {
  const { socket } = request;
  const cut = () => socket.destroy();
  const cutting = setTimeout(cut, ms);
  // Node calls `destroySoon` after an answer to close the connection. Half-closing it instead tells the client that no
  // more data follows, and lets the rest of the body arrive.
  socket.destroySoon = () => socket.end();
  const done = () => {
    clearTimeout(cutting);
    socket.off('close', done);
    Reflect.deleteProperty(socket, 'destroySoon');
    if (socket.writableEnded) socket.destroySoon();
  };
  request.once('end', done);
  socket.once('close', done);
  let left = bytes;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) cut();
  });
  request.resume();
}
