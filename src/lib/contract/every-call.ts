import { documentCalls } from './accounts/document-calls.ts';
import { entryCalls } from './accounts/entry-calls.ts';
import { profileCalls } from './accounts/profile-calls.ts';
import { securityCalls } from './accounts/security-calls.ts';
import type { Call } from './calls.ts';
import { calls } from './calls.ts';
import { cockpitCalls } from './cockpit-calls.ts';

/** Every HTTP call of the contract. */
export const everyCall: readonly Call[] = [
  ...calls,
  ...entryCalls,
  ...profileCalls,
  ...securityCalls,
  ...documentCalls,
  ...cockpitCalls,
];
