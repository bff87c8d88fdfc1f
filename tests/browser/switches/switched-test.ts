import type { OtherSite } from '../../support/peers/other-site.ts';
import { startOtherSite } from '../../support/peers/other-site.ts';
import { buildOnce } from '../../support/product/build-apart.ts';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { test as base } from '../product-test.ts';

/** Whose tiles and pages the site shows. */
interface OtherSites {
  tiles: OtherSite;
  provider: OtherSite;
}

/** The product with a site built with these switches. Where they name other sites one file uses it: those are others in another worker, and so is the build. */
function switchedTest(name: string, switchesFor: (sites: OtherSites) => Record<string, string>) {
  return base.extend<object, { others: OtherSites }>({
    others: [
      async ({}, use) => {
        const sites = { tiles: await startOtherSite(), provider: await startOtherSite() };
        await use(sites);
        await Promise.all([sites.tiles.close(), sites.provider.close()]);
      },
      { scope: 'worker' },
    ],
    product: [
      async ({ history, others }, use) => {
        const switches = switchesFor(others);
        const distDir = `dist/${name}`;
        const { ok, said } = await buildOnce(distDir, switches);
        if (!ok) throw new Error(said);
        const data = await makeDataFolder();
        const product = await startProduct({
          ...{ dataDir: data.path, history, env: { ...switches, DIST_DIR: distDir } },
          program: 'tests/support/programs/variant-server.ts',
        });
        await use(product);
        await product.stop();
        await data.remove();
      },
      { scope: 'worker', timeout: 480_000 },
    ],
  });
}

const embedded = ({ origin }: OtherSite, page: string) => `${origin}/${page}?in={{locale}}&theme={{theme}}`;

/** For a broker who wants no pages of content about itself, but a map of the office and a provider's calendar. */
export const platformOnlyTest = switchedTest('platform-only', ({ tiles, provider }) => ({
  PLATFORM_ONLY: 'on',
  MAP_TILES: `${tiles.origin}/{z}/{x}/{y}.png`,
  MAP_ATTRIBUTION: '© <a href="https://example.com/">Example</a><script>run()</script>',
  CALENDAR_EMBED: embedded(provider, 'events'),
}));

/** For a broker where strangers open accounts, without a calendar, and with a provider's cross rates. */
export const openTest = switchedTest('open', ({ provider }) => ({
  REGISTRATION: 'on',
  ECONOMICS: 'off',
  CROSS_RATES_EMBED: embedded(provider, 'rates'),
}));

/** For a broker where strangers open accounts, and that is all. */
export const registrationTest = switchedTest('registration', () => ({ REGISTRATION: 'on' }));
