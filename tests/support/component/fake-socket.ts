/**
 * Replaces `socket.io-client` in component tests, where the test plays the server: it accepts a connection, answers its
 * emits and pushes.
 */

type Listener = (...values: never[]) => void;

class Listeners {
  readonly #byEvent = new Map<string, Set<Listener>>();

  on(event: string, listener: Listener): this {
    const listeners = this.#byEvent.get(event) ?? new Set();
    this.#byEvent.set(event, listeners.add(listener));
    return this;
  }

  off(event: string, listener: Listener): this {
    this.#byEvent.get(event)?.delete(listener);
    return this;
  }

  removeAllListeners(): this {
    this.#byEvent.clear();
    return this;
  }

  tell(event: string, ...values: unknown[]): void {
    for (const listener of [...(this.#byEvent.get(event) ?? [])]) listener(...(values as never[]));
  }
}

/** A received emit, and how to answer it. */
export interface AskedEmit {
  event: string;
  payload: unknown;
  answer: (acknowledgement: unknown) => void;
}

export class FakeSocket extends Listeners {
  readonly namespace: string;
  connected = false;
  active = true;
  readonly io = Object.assign(new Listeners(), { engine: { close: () => this.drop('transport close') } });
  readonly emits: AskedEmit[] = [];
  readonly #answers = new Map<string, (payload: unknown) => unknown>();

  constructor(namespace: string) {
    super();
    this.namespace = namespace;
  }

  timeout(): this {
    return this;
  }

  emitWithAck(event: string, payload: unknown): Promise<unknown> {
    return new Promise((resolve) => {
      const acknowledge = (acknowledgement: unknown) => {
        this.tell(`acknowledged ${event}`, acknowledgement);
        resolve(acknowledgement);
      };
      this.emits.push({ event, payload, answer: acknowledge });
      const answer = this.#answers.get(event);
      if (answer) acknowledge(answer(payload));
    });
  }

  connect(): this {
    return this;
  }

  disconnect(): this {
    this.connected = false;
    return this;
  }

  /** The server accepts the connection. */
  join(): void {
    this.connected = true;
    this.tell('connect');
  }

  /** The connection breaks. */
  drop(reason = 'transport close'): void {
    this.connected = false;
    this.tell('disconnect', reason);
  }

  /** Answers every emit of this name from now on. Any other emit waits until the test calls its `answer` in `emits`. */
  answer(event: string, answer: (payload: unknown) => unknown): void {
    this.#answers.set(event, answer);
  }
}

/** The connections that the page has opened, newest last. */
export const sockets: FakeSocket[] = [];

export function io(address: string): FakeSocket {
  const socket = new FakeSocket(new URL(address, location.href).pathname);
  sockets.push(socket);
  return socket;
}
