import { resolve } from 'node:path';
import { createApp } from '../../../src/server/app.ts';
import { parseConfig } from '../../../src/server/config.ts';
import { createLogger } from '../../../src/server/logger.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';

/** The product with a separately built site, whose folder is DIST_DIR. For builds with unusual switches. */

const parsed = parseConfig(process.env);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
const logger = createLogger({ level: 'info' });
const distDir = resolve(process.env.DIST_DIR ?? 'dist');
const app = await createApp({ config: parsed.config, runtime: systemRuntime, logger, distDir });
const { url } = await app.listen();
logger.info({ url }, 'listening');
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
