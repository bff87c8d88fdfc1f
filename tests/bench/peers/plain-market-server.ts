import { createApp } from '../../../src/server/app.ts';
import { parseConfig } from '../../../src/server/config.ts';
import { createLogger } from '../../../src/server/logger.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';

/**
 * The server with the market that the environment names, but without a site, because no build is measured. Started by
 * reconnect.bench.ts.
 */

const parsed = parseConfig(process.env);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
const logger = createLogger({ level: 'info' });
const app = await createApp({ config: parsed.config, runtime: systemRuntime, logger });
const { url } = await app.listen();
logger.info({ url }, 'listening');
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
