import type { StepPaths } from '../../../src/islands/shared/first-steps/first-steps.tsx';

/** Where the first steps of a customer are taken, in a language. */
export function stepPathsIn(locale: string): StepPaths {
  const start = locale === 'en' ? '' : `/${locale}`;
  return {
    ...{ profile: `${start}/my-account/info`, documents: `${start}/my-account/documents` },
    ...{ deposit: `${start}/payment/deposit`, trade: `${start}/platform/BTCUSD` },
  };
}
