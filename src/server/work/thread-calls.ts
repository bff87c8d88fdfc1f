/** Answers a call from the other thread. The signal is aborted when the caller no longer wants the answer. */
export type CallHandler = (input: never, signal: AbortSignal) => unknown;

/** Makes calls to the other thread. Input and answer are copied. */
export interface ThreadCalls {
  /** Rejects with the other side's fault, with the signal's reason, or because the other side has ended. */
  call: <Answer>(name: string, input: unknown, signal?: AbortSignal) => Promise<Answer>;
  /** Rejects all calls in progress and every later one. */
  end: (reason: Error) => void;
}

export interface ThreadCallsOptions {
  /** What the other side may call. */
  handlers: Readonly<Record<string, CallHandler>>;
  /** Makes a fault of its own class again, by the name of the class; others arrive as `Error`. */
  faults?: Readonly<Record<string, (fault: SentFault) => Error>>;
}

/** A fault as it is sent: a copy of an error would lose its class. */
export interface SentFault {
  name: string;
  message: string;
  stack: string | undefined;
  /** The error's own fields. */
  fields: Readonly<Record<string, unknown>>;
}

type Message =
  | { kind: 'call'; id: number; name: string; input: unknown }
  | { kind: 'abort'; id: number }
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'fault'; id: number; fault: SentFault };

interface Pending {
  resolve: (answer: never) => void;
  reject: (fault: unknown) => void;
}

/** A worker, or in the worker its parent's port. */
interface ThreadPort {
  on(event: 'message', listener: (message: Message) => void): unknown;
  postMessage(message: Message): void;
}

/** Lets two threads call each other. Both ends of a port need one. */
export function createThreadCalls(port: ThreadPort, { handlers, faults = {} }: ThreadCallsOptions): ThreadCalls {
  const pending = new Map<number, Pending>();
  const answering = new Map<number, AbortController>();
  let lastId = 0;
  let ended: Error | undefined;
  const post = (message: Message) => port.postMessage(message);

  async function answer({ id, name, input }: Extract<Message, { kind: 'call' }>): Promise<void> {
    const abort = new AbortController();
    answering.set(id, abort);
    try {
      const handler = handlers[name];
      if (!handler) throw new Error(`There is no call ${name}`);
      post({ kind: 'answer', id, answer: await handler(input as never, abort.signal) });
    } catch (fault) {
      post({ kind: 'fault', id, fault: sent(fault) });
    } finally {
      answering.delete(id);
    }
  }

  port.on('message', (message: Message) => {
    if (message.kind === 'call') void answer(message);
    else if (message.kind === 'abort') answering.get(message.id)?.abort(new Error('the caller has aborted the call'));
    else {
      const call = pending.get(message.id);
      pending.delete(message.id);
      if (message.kind === 'answer') call?.resolve(message.answer as never);
      else call?.reject((faults[message.fault.name] ?? received)(message.fault));
    }
  });

  return {
    async call(name, input, signal) {
      signal?.throwIfAborted();
      if (ended) throw ended;
      const id = ++lastId;
      const abort = () => {
        post({ kind: 'abort', id });
        pending.get(id)?.reject(signal?.reason);
        pending.delete(id);
      };
      signal?.addEventListener('abort', abort, { once: true });
      try {
        return await new Promise((resolve, reject) => {
          pending.set(id, { resolve, reject });
          post({ kind: 'call', id, name, input });
        });
      } finally {
        signal?.removeEventListener('abort', abort);
      }
    },
    end(reason) {
      ended = reason;
      for (const { reject } of pending.values()) reject(reason);
      pending.clear();
    },
  };
}

function sent(fault: unknown): SentFault {
  if (!(fault instanceof Error)) return { name: 'Error', message: String(fault), stack: undefined, fields: {} };
  // Only data can be sent.
  const fields = Object.entries(fault).filter(([, value]) => typeof value !== 'function' && !(value instanceof Error));
  return { name: fault.name, message: fault.message, stack: fault.stack, fields: Object.fromEntries(fields) };
}

function received({ name, message, stack, fields }: SentFault): Error {
  return Object.assign(new Error(message), fields, { name }, stack !== undefined && { stack });
}
