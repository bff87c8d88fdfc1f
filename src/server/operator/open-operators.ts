import type { AccountNews } from '../accounts/news/account-news.ts';
import type { TriggerEngine } from '../triggers/trigger-engine.ts';
import { areas } from './areas.ts';
import type { LiveParts } from './command/operate.ts';
import type { OperatorSocket, OperatorSocketParts } from './desk/operator-listener.ts';
import { createOperatorSocket } from './desk/operator-listener.ts';

export interface OperatedParts
  extends Pick<OperatorSocketParts, 'config' | 'database' | 'runtime' | 'logger'>, Omit<LiveParts, 'watch'> {
  triggers: Pick<TriggerEngine, 'watch'>;
  accountNews: Pick<AccountNews, 'tellSince'>;
}

/** Where operators on this machine have the server carry out what they type. */
export function openOperators({ market, orderDesk, triggers, accountNews, ...parts }: OperatedParts): OperatorSocket {
  const { config, database, runtime, logger } = parts;
  const live = { market, orderDesk, watch: triggers.watch };
  const { tellSince } = accountNews;
  return createOperatorSocket({ config, database, runtime, logger, areas, live, tellSince });
}
