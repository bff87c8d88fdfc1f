import { createHash } from 'node:crypto';
import type { Logger } from 'pino';

/** How often the service was queried, and how often it gave no answer. */
export interface BreachStats {
  readonly asked: number;
  readonly failed: number;
}

export interface BreachCheck {
  /**
   * Whether the password is in a known breach. Also false if no service is configured, or if it does not answer in
   * time.
   */
  isBreached: (password: string) => Promise<boolean>;
  stats: BreachStats;
}

export interface BreachCheckParts {
  /** Null: no service is configured. */
  url: string | null;
  logger: Pick<Logger, 'warn'>;
}

/** Short, because a customer waits for the answer. */
const answerTimeoutMs = 2_000;
const longestAnswer = 1_000_000;

/**
 * Asks a service such as Have I Been Pwned for the breached passwords whose SHA-1 begins with the same five hexadecimal
 * digits. Nothing else of the password leaves the server, and the padded size of the answer does not reveal which range
 * was requested. If the service is down, passwords are accepted without it, which is counted and logged.
 */
export function createBreachCheck({ url, logger }: BreachCheckParts): BreachCheck {
  const stats = { asked: 0, failed: 0 };
  if (url === null) return { isBreached: () => Promise.resolve(false), stats };
  const service = url;
  async function isBreached(password: string): Promise<boolean> {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    stats.asked += 1;
    try {
      return isListed(await askRange(`${service}${digest.slice(0, 5)}`), digest.slice(5));
    } catch (fault) {
      stats.failed += 1;
      logger.warn({ err: fault }, 'the breached-password service does not answer; passwords are accepted without it');
      return false;
    }
  }
  return { isBreached, stats };
}

async function askRange(address: string): Promise<string> {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const response = await fetch(address, { headers: { 'add-padding': 'true' }, redirect: 'error', signal });
  if (!response.ok || !response.body) throw new Error(`The service answers ${response.status}`);
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > longestAnswer) throw new Error('The answer of the service is too long');
  }
  return text;
}

/**
 * Whether an answer lists the rest of a hash. Its lines are `rest of the hash:count`; lines of the padding have the
 * count 0.
 */
function isListed(answer: string, rest: string): boolean {
  return answer.split('\n').some((line) => {
    const [suffix = '', count = ''] = line.trim().split(':');
    return suffix.toUpperCase() === rest && Number(count) > 0;
  });
}
