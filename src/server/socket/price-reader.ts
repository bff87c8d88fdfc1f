import type { Socket } from 'socket.io';
import type { PriceMap } from '../../lib/contract/entities.ts';
import type { RawConnection } from './raw-connection.ts';
import { hasWaitingPackets, watchRawConnection } from './raw-connection.ts';

/** The bytes of one price update as a WebSocket frame, built when the first reader needs them. */
export interface UpdateBytes {
  frame: Buffer;
  /** The frame, followed by a ping that carries the turn's number. */
  frameAndPing: () => Buffer;
}

/** One turn of the shared timer, and the updates that it can send. */
export interface PriceTurn {
  /** The number of the turn, counted from 1. */
  number: number;
  /** The revision of the quote book that readers have after this turn. */
  revision: number;
  /** The prices that changed after a revision; null if none did. */
  changesSince: (revision: number) => UpdateBytes | null;
  /** All prices. */
  everything: () => UpdateBytes;
  pricesSince: (revision: number) => PriceMap;
}

/**
 * Turns between two pings. A client that stops reading still gets about two seconds of updates: one ping stays
 * unanswered, which shows when the next ping is due.
 */
const turnsPerPing = 10;

export type Delivery = 'sent' | 'nothing' | 'skipped';

/** One socket of the price namespace. */
export interface PriceReader {
  deliver: (turn: PriceTurn) => Delivery;
  close: () => void;
}

/**
 * Sends a reader the newest prices without ever queueing updates. A reader is skipped while bytes for it wait in this
 * process. It is also skipped if it has not answered the last ping when the next is due, because its updates are then
 * still in the kernel or on the wire. Once it has caught up, it gets all prices. Each turn pings only a tenth of the
 * readers, chosen by `index`: if all answered at once, the next update would be delayed.
 */
export function createPriceReader(
  socket: Socket,
  { revision: revisionOfSnapshot, index }: { revision: number; index: number },
): PriceReader {
  let revision = revisionOfSnapshot;
  let behind = false;
  const pings = createPingWatch(index);
  const findRaw = watchRawConnection(socket);

  function deliverRaw(raw: RawConnection, turn: PriceTurn): Delivery {
    pings.watch(raw);
    const stuck = raw.stream.writableLength > 0 || hasWaitingPackets(socket) || pings.overdue(turn);
    if (stuck) {
      behind = true;
      return 'skipped';
    }
    const bytes = behind ? turn.everything() : turn.changesSince(revision);
    if (bytes === null) return 'nothing';
    raw.stream.write(pings.due(turn) ? bytes.frameAndPing() : bytes.frame);
    pings.sent(turn);
    behind = false;
    revision = turn.revision;
    return 'sent';
  }

  /**
   * For a reader without a raw connection, such as one that polls. Between two polls nothing can be written; the next
   * poll gets everything that changed since.
   */
  function deliverOrdinary(turn: PriceTurn): Delivery {
    if (revision === turn.revision) return 'nothing';
    if (!socket.conn.transport.writable || hasWaitingPackets(socket)) return 'skipped';
    socket.volatile.emit('prices', turn.pricesSince(revision));
    revision = turn.revision;
    return 'sent';
  }

  return {
    deliver(turn) {
      const raw = findRaw();
      return raw ? deliverRaw(raw, turn) : deliverOrdinary(turn);
    },
    close: pings.close,
  };
}

/** Tracks which of our pings the client has answered (browsers answer automatically), and when the next ping is due. */
function createPingWatch(index: number) {
  let watched: RawConnection['webSocket'] | undefined;
  let lastPinged = 0;
  let lastAnswered = 0;
  let isLate = false;
  let next = 0;

  function onPong(content: Buffer): void {
    if (content.length !== 4) return;
    lastAnswered = content.readUInt32BE();
    if (lastAnswered >= lastPinged) isLate = false;
  }

  function close(): void {
    watched?.off('pong', onPong);
    watched = undefined;
  }

  const due = (turn: PriceTurn) => turn.number >= next;

  return {
    close,
    due,
    watch({ webSocket }: RawConnection): void {
      if (watched === webSocket) return;
      close();
      watched = webSocket;
      webSocket.on('pong', onPong);
    },
    /** A reader that has never answered a ping is never overdue: a proxy may drop pings. */
    overdue(turn: PriceTurn): boolean {
      if (due(turn) && lastAnswered > 0 && lastAnswered < lastPinged) isLate = true;
      return isLate;
    },
    sent(turn: PriceTurn): void {
      if (!due(turn)) return;
      lastPinged = turn.number;
      // Moves back to the turn that `index` assigns, because a silent market may have delayed this ping.
      next = lastPinged + turnsPerPing + ((((index - lastPinged) % turnsPerPing) + turnsPerPing) % turnsPerPing);
    },
  };
}
