import type { Socket } from 'socket.io';
import type { PriceMap } from '../../lib/contract/entities.ts';
import type { RawConnection } from './raw-connection.ts';
import { hasWaitingPackets, watchRawConnection } from './raw-connection.ts';

/** WebSocket bytes of one frame of prices. What costs something is built when the first reader needs it. */
export interface FrameBytes {
  frame: Buffer;
  /** The frame, and after it a ping that carries the turn's number. */
  frameAndPing: () => Buffer;
}

/** What one turn of the shared timer has to say. */
export interface PriceTurn {
  /** Counts the turns from 1. */
  number: number;
  /** The book's revision that this turn brings its readers to. */
  revision: number;
  /** What changed after a revision; null: nothing did. */
  changesSince: (revision: number) => FrameBytes | null;
  /** The whole map. */
  everything: () => FrameBytes;
  pricesSince: (revision: number) => PriceMap;
}

/**
 * A reader that stands still is given about two seconds of frames: one ping goes unanswered, and at the next one it is
 * noticed.
 */
const turnsAPing = 10;

export type Delivery = 'sent' | 'nothing' | 'skipped';

/** One socket of the price namespace. */
export interface PriceReader {
  deliver: (turn: PriceTurn) => Delivery;
  close: () => void;
}

/**
 * Sends a reader the newest prices and never lets a queue grow. Skipped is who has bytes waiting in this process, and
 * who did not answer the last ping by the next one: those frames still lie in the kernel or on the wire. When it has
 * caught up it is given the whole map. Readers are pinged by their place among all, a tenth of them in each turn: the
 * answers of all at once would hold up the next frame.
 */
export function createPriceReader(
  socket: Socket,
  { revision: revisionOfSnapshot, place }: { revision: number; place: number },
): PriceReader {
  let revision = revisionOfSnapshot;
  let behind = false;
  const pings = createPingWatch(place);
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

  /** Between two polls there is nobody to write to: the next one brings all that changed since. */
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

/**
 * Knows which ping of ours the other side has answered (browsers do it by themselves), and when the next one is due.
 */
function createPingWatch(place: number) {
  let watched: RawConnection['webSocket'] | undefined;
  let asked = 0;
  let answered = 0;
  let late = false;
  let next = 0;

  function take(content: Buffer): void {
    if (content.length !== 4) return;
    answered = content.readUInt32BE();
    if (answered >= asked) late = false;
  }

  function close(): void {
    watched?.off('pong', take);
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
      webSocket.on('pong', take);
    },
    /** Who has never answered one is not held to it: some proxy may be eating them. */
    overdue(turn: PriceTurn): boolean {
      if (due(turn) && answered > 0 && answered < asked) late = true;
      return late;
    },
    sent(turn: PriceTurn): void {
      if (!due(turn)) return;
      asked = turn.number;
      // Back to its own place among the ten, should silence of the market have put it off.
      next = asked + turnsAPing + ((((place - asked) % turnsAPing) + turnsAPing) % turnsAPing);
    },
  };
}
