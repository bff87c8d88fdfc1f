import { isPopupRead, rememberPopup } from '../../stores/shell/read-popups.ts';
import { visitorCountry } from '../../stores/shell/visitor-country.ts';

/**
 * Shows the first banner that the visitor may see: one at a time, because they lie over the page. Asks for the country
 * only if a banner depends on it; if the country is not known, none of these is shown.
 */
export async function showBanner(banners: Iterable<HTMLElement>, askCountry = visitorCountry): Promise<void> {
  let asked: Promise<string | null> | undefined;
  for (const banner of banners) {
    const { banner: id = '', only, except = '' } = banner.dataset;
    if (isPopupRead(id)) continue;
    if (only !== undefined) {
      const country = await (asked ??= askCountry());
      if (country === null || (only !== '' && !only.includes(country)) || except.includes(country)) continue;
    }
    banner.querySelector('button')?.addEventListener('click', () => {
      rememberPopup(id);
      banner.hidden = true;
    });
    banner.hidden = false;
    return;
  }
}
