import { useEffect, useState } from 'react';
import { dialCodes } from '../../../lib/phone/dial-codes.ts';
import { clientInfo } from '../../../stores/frame/client-info.ts';

const regionOf = (locale: string) => new Intl.Locale(locale).maximize().region ?? '';

/** Where a visitor's number is likely to be from: by the connection, else by the browser's language, else by the page's. */
export function useHomeCountry(locale: string): string {
  const [country, setCountry] = useState(() => regionOf(locale));
  useEffect(() => {
    let isHere = true;
    void clientInfo().then((info) => {
      const likely = [info?.country_short ?? '', new Intl.Locale(navigator.language).region ?? ''];
      const found = likely.find((code) => dialCodes.has(code));
      if (isHere && found) setCountry(found);
    });
    return () => {
      isHere = false;
    };
  }, []);
  return country;
}
