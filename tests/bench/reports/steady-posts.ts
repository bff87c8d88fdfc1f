import { Agent, request } from 'node:http';

export interface PostWaits {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Post {
  body: string;
  headers: Record<string, string>;
}

const connections = 64;

/**
 * Sends POST requests at a steady rate, whether or not earlier ones were answered. A wait counts from the instant at
 * which its request was due, so that a server that falls behind cannot hide it. Throws if a response is not 200.
 */
export async function postSteadily(url: string, posts: readonly Post[], perSecond: number): Promise<PostWaits> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startedAt = performance.now();
  const waits = await Promise.all(
    posts.map(async (post, at) => {
      const dueAt = startedAt + (at * 1_000) / perSecond;
      await new Promise((due) => setTimeout(due, Math.max(0, dueAt - performance.now())));
      await postOnce(url, post, agent);
      return performance.now() - dueAt;
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  waits.sort((one, other) => one - other);
  const quantile = (share: number) => waits[Math.floor(waits.length * share)] ?? NaN;
  return { perSecond: posts.length / seconds, p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
}

function postOnce(url: string, { body, headers }: Post, agent: Agent): Promise<void> {
  return new Promise((done, fail) => {
    const asked = request(url, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 200) fail(new Error(`A post was answered with ${String(response.statusCode)}`));
      response.resume().once('end', done);
    });
    asked.once('error', fail).end(body);
  });
}
