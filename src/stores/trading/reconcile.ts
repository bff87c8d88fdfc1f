import type { CustomerLine } from '../connection.ts';

const everyMs = 5_000;

/**
 * Asks at every connect, and every 5 s while the line is live, so that whatever a lost push has left wrong heals by itself. A
 * slow answer is waited for before it is asked again. Returns how to stop.
 */
export function reconcile(
  { onLive, whenLive }: Pick<CustomerLine, 'onLive' | 'whenLive'>,
  ask: () => Promise<void>,
): () => void {
  let underWay = 0;

  async function askNow() {
    underWay += 1;
    await ask();
    underWay -= 1;
  }

  const stopListening = onLive(() => void askNow());
  const timer = setInterval(() => {
    void whenLive(0).then((isLive) => (isLive && underWay === 0 ? askNow() : undefined));
  }, everyMs);
  return () => {
    clearInterval(timer);
    stopListening();
  };
}
