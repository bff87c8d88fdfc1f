import type { AccountNews } from './accounts/news/account-news.ts';
import { affiliatesArea } from './affiliates/affiliate-commands.ts';
import { noteFirstDeposit } from './affiliates/attribution/note-first-deposit.ts';
import { sessionsArea } from './auth/session-commands.ts';
import { assetsArea, categoriesArea } from './catalogue/catalogue-commands.ts';
import type { CatalogueLive } from './catalogue/change-catalogue.ts';
import type { Config } from './config.ts';
import type { ContentLive } from './cms/content-commands.ts';
import { contentArea } from './cms/content-commands.ts';
import { describeFaults, parseConfig } from './config.ts';
import { customersArea } from './customers/customer-commands.ts';
import { documentsArea } from './documents/document-commands.ts';
import { dryRunArea } from './dry-run/dry-run-command.ts';
import type { Environment } from './environment.ts';
import { messagesArea } from './forms/message-commands.ts';
import type { FeedLive } from './market/feed-command.ts';
import { feedsArea } from './market/feed-command.ts';
import { operate, whoOperates } from './operate.ts';
import { backupArea } from './operations/backup-command.ts';
import { askServer } from './operator/ask-server.ts';
import type { Area, OperatorParts, Work } from './operator/command.ts';
import { withParts } from './operator/command.ts';
import { hasNpmHeader, loadedBy, shells } from './operator/completion.ts';
import type { OperatorSocket, OperatorSocketParts } from './operator/operator-listener.ts';
import { createOperatorSocket } from './operator/operator-listener.ts';
import type { CommandOutcome } from './operator/outcome.ts';
import { inJson } from './operator/outcome.ts';
import { understand } from './operator/understand.ts';
import { transactionsArea } from './payments/by-hand/transaction-commands.ts';
import { popupsArea } from './popups/popup-commands.ts';
import { ledgerArea } from './reconciliation/ledger-commands.ts';
import { secondFactorArea } from './second-factor/second-factor-commands.ts';
import { statementArea } from './statements/statement-command.ts';
import type { PositionLive } from './trading/position-commands.ts';
import { positionsArea } from './trading/position-commands.ts';
import type { TriggerEngine } from './triggers/trigger-engine.ts';

/** What commands need from a running server. */
type LiveParts = CatalogueLive & ContentLive & FeedLive & PositionLive;
type DeskParts = OperatorParts<LiveParts, Config>;

/** All areas of the operator's desk, in the order of its help. */
export const areas: readonly Area<DeskParts>[] = [
  customersArea,
  documentsArea,
  withParts(transactionsArea, { onCredited: noteFirstDeposit }),
  positionsArea,
  sessionsArea,
  secondFactorArea,
  affiliatesArea,
  popupsArea,
  messagesArea,
  assetsArea,
  categoriesArea,
  feedsArea,
  contentArea,
  dryRunArea,
  ledgerArea,
  statementArea,
  backupArea,
];

/** How the operator's process was started. */
export interface Started {
  /** The arguments after `npm run operator --`. */
  args: readonly string[];
  env: Environment;
  /** The working directory. */
  cwd: string;
  /** Columns of the terminal; undefined if the output goes elsewhere. */
  width?: number | undefined;
}

/**
 * Executes an operator's command, directly on the database. The running server executes it instead if it has the
 * embedded database open or if the command needs a server. Opens nothing if the command cannot be parsed.
 */
export async function runOperator(started: Started): Promise<CommandOutcome> {
  const { args, env, width } = started;
  const shell = args[0] === 'completion' ? shells.find((one) => one === args[1]) : undefined;
  if (shell && !args.includes('--help') && hasNpmHeader(env)) {
    const text = `npm’s own lines would come before the script, and the shell would carry them out: ${loadedBy(shell)}`;
    return { ok: false, text, isMisread: true };
  }
  const understood = understand(areas, args, width);
  if (!understood.ok) return understood.outcome;
  const outcome = await (understood.isLive ? byServer(started) : byItself(started, understood.work));
  return args.includes('--json') && outcome.isJson !== true ? inJson(outcome) : outcome;
}

function byItself({ args, env, cwd }: Started, work: Work<DeskParts>): Promise<CommandOutcome> {
  const request = { args: [...args], actor: whoOperates(), cwd };
  return operate({ env, cwd, whenInUse: ({ dataDir }) => askServer(dataDir, request) }, work);
}

async function byServer({ args, env, cwd }: Started): Promise<CommandOutcome> {
  const parsed = parseConfig(env);
  if (!parsed.ok) return { ok: false, text: describeFaults(parsed.faults) };
  const { dataDir } = parsed.config;
  const answer = await askServer(dataDir, { args: [...args], actor: whoOperates(), cwd });
  if (answer) return answer;
  const text = `Only a running server can do that, and none listens in ${dataDir}: start it, or type this where it runs.`;
  return { ok: false, text };
}

export interface OperatedParts
  extends
    Pick<OperatorSocketParts<LiveParts, Config>, 'config' | 'database' | 'runtime' | 'logger'>,
    Omit<LiveParts, 'watch'> {
  triggers: Pick<TriggerEngine, 'watch'>;
  accountNews: Pick<AccountNews, 'tellSince'>;
}

/** The socket through which operators on this machine send commands to the server. */
export function openOperators({ market, orderDesk, triggers, accountNews, ...parts }: OperatedParts): OperatorSocket {
  const { config, database, runtime, logger, reportContent } = parts;
  const live = { market, orderDesk, watch: triggers.watch, reportContent };
  const { tellSince } = accountNews;
  return createOperatorSocket({ config, database, runtime, logger, areas, live, tellSince });
}
