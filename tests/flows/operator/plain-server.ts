import { createApp } from '../../../src/server/app.ts';
import { parseConfig } from '../../../src/server/config.ts';
import { lockDataDir } from '../../../src/server/db/data-lock.ts';
import { createLogger } from '../../../src/server/logger.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';

/** The server as `npm start` runs it on the embedded database, but without the pages, so that no build is needed. */

const parsed = parseConfig(process.env);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
const lock = await lockDataDir(parsed.config.dataDir);
const logger = createLogger({ level: 'info' });
const app = await createApp({ config: parsed.config, runtime: systemRuntime, logger });
const { url } = await app.listen();
logger.info({ url }, 'listening');
process.once('SIGTERM', () => {
  void app
    .close()
    .then(() => lock.release())
    .then(() => process.exit(0));
});
