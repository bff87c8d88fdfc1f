import type { IncomingMessage, ServerResponse } from 'node:http';

/** How much of a refused body is still read, in bytes and milliseconds from its answer on. */
export interface Patience {
  bytes: number;
  ms: number;
}

/** As long as a request may take to come: two documents of 2 MB at 1.1 megabits a second. */
export const longestRequestMs = 30_000;

/** More than nginx passes on by docs/operating/nginx.conf, and as long as if it were not refused. */
export const lingering: Patience = { bytes: 8 * 1024 * 1024, ms: longestRequestMs };

/**
 * Reads the rest of a body that was answered before it had come, and forgets it. Closed over bytes that nobody reads, a
 * connection is reset, and who is still sending never reads the answer: a proxy then makes 502 of it. What exceeds the
 * patience is cut off.
 */
export function lingerAfter(request: IncomingMessage, response: ServerResponse, patience: Patience = lingering): void {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  // Before Node's own listener, which closes the connection.
  response.prependOnceListener('finish', () => {
    if (!request.complete) forgetRest(request, patience);
  });
}

function forgetRest(request: IncomingMessage, { bytes, ms }: Patience): void {
  const { socket } = request;
  const cut = () => socket.destroy();
  const cutting = setTimeout(cut, ms);
  // How Node closes after an answer: half of it for now, so that the other end is told that there is no more to come.
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
