import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AstroIntegration, AstroIntegrationLogger } from 'astro';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import { describeFaults, parseConfig } from './config.ts';
import { lockDataDir } from './db/data-lock.ts';
import { lockServer } from './db/server-lock.ts';
import type { createDevApp } from './dev-app.ts';
import type { Environment } from './environment.ts';

type ViteDevServer = Parameters<NonNullable<AstroIntegration['hooks']['astro:server:setup']>>[0]['server'];

/** Paths that the app answers; all others belong to the site. */
const appPaths = /^\/(api|socket\.io|healthz|readyz|metrics|sandbox|payment-widget)([/?]|$)/;
const appSources = /\/src\/(server|lib|brand\.ts)/;

/**
 * `npm run dev`: the whole product in one process. Astro hot-reloads the site, and this integration reloads the server.
 */
export function devServer({ env }: { env: Environment }): AstroIntegration {
  const parsed = parseConfig(env);
  return {
    name: 'dev-server',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command !== 'dev') return;
        if (!parsed.ok) throw new Error(describeFaults(parsed.faults));
        updateConfig({ server: { host: parsed.config.host, port: parsed.config.port } });
      },
      'astro:server:setup': async ({ server, logger }) => {
        if (!parsed.ok) return;
        const { databaseUrl, dataDir } = parsed.config;
        const lock = await (databaseUrl === null ? lockDataDir(dataDir) : lockServer({ databaseUrl }));
        const reloading = keepLoaded(server, parsed.config, logger);
        handOver(server, reloading.app);
        stopWithServer(server, async () => {
          await reloading.close();
          await lock.release();
        });
      },
    },
  };
}

interface Reloading {
  /** The app built from the newest sources; requests during a reload wait for it. */
  app: () => Promise<App>;
  close: () => Promise<void>;
}

/** Loads the app through Vite. When one of its sources changes, closes the running app and loads it again. */
function keepLoaded(server: ViteDevServer, config: Config, logger: AstroIntegrationLogger): Reloading {
  const load = async () => {
    const module = await server.ssrLoadModule('/src/server/dev-app.ts');
    return (module as { createDevApp: typeof createDevApp }).createDevApp(config);
  };
  let current = load();
  current.catch((fault: unknown) => logger.error(String(fault)));

  async function reload(file: string): Promise<void> {
    if (!appSources.test(file.replaceAll('\\', '/'))) return;
    logger.info('a source of the server has changed; reloading');
    const old = current;
    current = old
      .then((app) => app.close())
      .catch(() => undefined)
      .then(() => {
        server.moduleGraph.invalidateAll();
        return load();
      });
    await current.catch((fault: unknown) => logger.error(String(fault)));
  }

  server.watcher.on('change', (file) => void reload(file));
  return {
    app: () => current,
    close: async () => {
      const app = await current.catch(() => undefined);
      await app?.close();
    },
  };
}

function handOver(server: ViteDevServer, app: () => Promise<App>): void {
  server.middlewares.use((request, response, next) => {
    if (!appPaths.test(request.url ?? '')) {
      next();
      return;
    }
    app().then((running) => running.server.emit('request', request, response), next);
  });
  server.httpServer?.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!request.url?.startsWith('/socket.io')) return;
    app().then(
      (running) => running.server.emit('upgrade', request, socket, head),
      () => socket.destroy(),
    );
  });
}

function stopWithServer(server: ViteDevServer, stop: () => Promise<void>): void {
  let stopping: Promise<void> | undefined;
  const once = () => (stopping ??= stop());
  server.httpServer?.once('close', () => void once());
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void once().finally(() => process.exit(0)));
  }
}
