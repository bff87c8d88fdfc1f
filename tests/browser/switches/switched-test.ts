import type { OtherSite } from '../../support/peers/other-site.ts';
import { playOtherSite } from '../../support/peers/other-site.ts';
import { buildOnce } from '../../support/product/build-apart.ts';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { test as base } from '../product-test.ts';

/** The sites whose tiles and pages the site shows. */
interface OtherSites {
  tiles: OtherSite;
  provider: OtherSite;
}

/** Origins that do not exist. They are part of a build that several files share; the tests answer requests to them. */
const tiles = 'https://tiles.example.com';
const provider = 'https://provider.example.com';

/** The product with a site that is built with these switches, once per test run. */
function switchedTest(name: string, switches: Record<string, string>) {
  return base.extend<{ others: OtherSites }>({
    others: async ({ page }, use) => {
      await use({ tiles: await playOtherSite(page, tiles), provider: await playOtherSite(page, provider) });
    },
    product: [
      async ({ history }, use) => {
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

const embedded = (page: string) => `${provider}/${page}?in={{locale}}&theme={{theme}}`;

/** For a broker without pages of content, but with a map of the office and a provider's calendar. */
export const platformOnlyTest = switchedTest('platform-only', {
  PLATFORM_ONLY: 'on',
  MAP_TILES: `${tiles}/{z}/{x}/{y}.png`,
  MAP_ATTRIBUTION: '© <a href="https://example.com/">Example</a><script>run()</script>',
  CALENDAR_EMBED: embedded('events'),
});

/** For a broker with open registration, without a calendar, and with a provider's cross rates. */
export const registrationTest = switchedTest('registration', {
  REGISTRATION: 'on',
  ECONOMICS: 'off',
  CROSS_RATES_EMBED: embedded('rates'),
});
