import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { showBanner } from '../../../src/components/live/show-banner.ts';
import { getClientInfo } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { visitorCountry } from '../../../src/stores/shell/visitor-country.ts';
import { test as base } from '../../support/component/component-test.tsx';

/** Banners that not every visitor sees: who sees which, and for how long. */

interface Banner {
  id: string;
  only?: string;
  except?: string;
}

const test = base.extend('showBanners', ({ show }) => async (banners: Banner[]) => {
  await show(
    <div data-testid="page">
      {banners.map(({ id, only, except }) => (
        <div key={id} data-banner={id} data-only={only} data-except={except} hidden>
          {id}
          <button>Close {id}</button>
        </div>
      ))}
    </div>,
  );
  const askCountry = vi.fn(visitorCountry);
  await showBanner(document.querySelectorAll<HTMLElement>('[data-banner]'), askCountry);
  return askCountry;
});

const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-banner]')].flatMap(({ hidden, dataset }) =>
    hidden ? [] : [dataset['banner']],
  );

test.for([
  ['AT', 'DE AT', '', true],
  ['AT', 'DE CH', '', false],
  ['AT', '', 'DE CH', true],
  ['AT', '', 'DE AT', false],
  ['AT', 'DE AT', 'AT', false],
  [null, 'DE AT', '', false],
  [null, '', 'DE AT', false],
] as const)(
  'from %s, a banner for “%s” except “%s”: %s',
  async ([country, only, except, isShown], { server, showBanners }) => {
    server.answer(getClientInfo, { ip: '192.0.2.1', country_short: country, country_long: null, city: null });
    await showBanners([{ id: 'a', only, except }]);
    expect(shown()).toEqual(isShown ? ['a'] : []);
  },
);

test('a server that does not answer shows none that depends on the country', async ({ server, showBanners }) => {
  server.beUnreachable(getClientInfo);
  await showBanners([{ id: 'a', only: 'AT', except: '' }, { id: 'b' }]);
  expect(shown()).toEqual(['b']);
});

test('the first that fits is shown, and the country is asked for once, and only if needed', async ({ showBanners }) => {
  const asked = await showBanners([
    { id: 'a', only: 'DE', except: '' },
    { id: 'b', only: 'AT', except: '' },
    { id: 'c' },
  ]);
  expect(shown()).toEqual(['b']);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a closed banner stays closed, and the next one is shown on the next page', async ({ showBanners }) => {
  const banners = [{ id: 'a' }, { id: 'b' }];
  expect(await showBanners(banners)).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Close a' }).click();
  expect(shown()).toEqual([]);
  await showBanner(document.querySelectorAll<HTMLElement>('[data-banner]'));
  expect(shown()).toEqual(['b']);
});
