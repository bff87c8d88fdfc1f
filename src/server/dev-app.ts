import type { App } from './app.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { restrictDataDir } from './db/close-data-dir.ts';
import { createLogger } from './logger.ts';
import { systemRuntime } from './runtime.ts';

/**
 * Creates the app without a port or pages of its own: the dev server has both. It calls this again after a source
 * changes.
 */
export function createDevApp(config: Config): Promise<App> {
  const logger = createLogger({ level: config.logLevel });
  restrictDataDir(config.dataDir, logger);
  return createApp({ config, runtime: systemRuntime, logger });
}
