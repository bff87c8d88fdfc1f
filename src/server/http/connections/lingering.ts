import type { IncomingMessage, ServerResponse } from 'node:http';

/** How much of a refused body is still read: bytes, and milliseconds from its answer on. */
export interface Patience {
  bytes: number;
  ms: number;
}

/** As long as sending a request may take: two documents of 2 MB at 1.1 megabits a second. */
export const longestRequestMs = 30_000;

/** More than nginx passes on with docs/operating/nginx.conf, for as long as if the body were not refused. */
export const lingering: Patience = { bytes: 8 * 1024 * 1024, ms: longestRequestMs };

/**
 * Reads and discards the rest of a body that was answered before it had arrived. If a connection is closed with unread
 * bytes, it is reset, and a client that is still sending never reads the answer; a proxy turns that into a 502.
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
  // Node closes with `destroySoon` after an answer. Half-closing tells the other end that nothing more comes.
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
