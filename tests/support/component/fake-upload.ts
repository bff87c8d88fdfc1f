import { vi } from 'vitest';
import type { FakeServer } from './fake-server.ts';

/** XMLHttpRequest against the server that the test plays: the test sets the answer and the upload progress. */
export class FakeRequest {
  responseType = '';
  response: unknown = null;
  readonly upload: { onprogress?: (progress: { loaded: number; total: number }) => void } = {};
  onloadend?: () => void;
  isBrokenOff = false;
  readonly #server: FakeServer;
  readonly #headers = new Headers();
  #address = '';
  #method = 'GET';

  constructor(server: FakeServer) {
    this.#server = server;
  }

  open(method: string, address: string): void {
    [this.#method, this.#address] = [method, address];
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  send(body: FormData): void {
    const [method, headers] = [this.#method, this.#headers];
    const end = (response: unknown) => {
      if (this.isBrokenOff) return;
      this.response = response;
      this.onloadend?.();
    };
    this.#server
      .fetch(this.#address, { method, headers, body })
      .then((answer) => answer.json())
      .then(end, () => end(null));
  }

  abort(): void {
    if (this.isBrokenOff) return;
    this.isBrokenOff = true;
    this.onloadend?.();
  }

  /** Reports upload progress, from 0 to 1. */
  move(share: number): void {
    this.upload.onprogress?.({ loaded: share * 100, total: 100 });
  }
}

/** Sends uploads to the server that the test plays; returns the requests, oldest first. */
export function acceptUploads(server: FakeServer): readonly FakeRequest[] {
  const requests: FakeRequest[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeRequest {
      constructor() {
        super(server);
        requests.push(this);
      }
    },
  );
  return requests;
}
