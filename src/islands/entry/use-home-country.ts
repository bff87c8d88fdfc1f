import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { dialCodes } from '../../lib/phone/dial-codes.ts';
import { clientInfo } from '../../stores/frame/client-info.ts';
import { countryOfLocale, likelyCountry } from '../shared/phone/likely-country.ts';

/** Where a visitor's number is likely to be from: by the connection, else by the browser's language, else by the page's. */
export function useHomeCountry(locale: string): string {
  const [country, setCountry] = useState(() => countryOfLocale(locale));
  useEffect(() => {
    let isHere = true;
    void clientInfo().then((info) => {
      const connected = info?.country_short ?? '';
      // At once: a form that was sent before waits for the same answer, and then holds the number against its country.
      if (isHere) flushSync(() => setCountry(dialCodes.has(connected) ? connected : likelyCountry(locale)));
    });
    return () => {
      isHere = false;
    };
  }, [locale]);
  return country;
}
