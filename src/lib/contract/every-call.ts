import { documentCalls } from './accounts/document-calls.ts';
import { entryCalls } from './accounts/entry-calls.ts';
import { profileCalls } from './accounts/profile-calls.ts';
import { securityCalls } from './accounts/security-calls.ts';
import { affiliateCalls } from './affiliate/affiliate-calls.ts';
import { comparisonCalls } from './affiliate/comparison-calls.ts';
import { postbackCalls } from './affiliate/postback-calls.ts';
import type { Call } from './call.ts';
import { calls } from './calls.ts';
import { cockpitCalls } from './cockpit-calls.ts';
import { paymentCalls } from './payments/payment-calls.ts';
import { statementCalls } from './payments/statement-calls.ts';

/** Every HTTP call of the contract. */
export const everyCall: readonly Call[] = [
  ...calls,
  ...entryCalls,
  ...profileCalls,
  ...securityCalls,
  ...documentCalls,
  ...paymentCalls,
  ...statementCalls,
  ...affiliateCalls,
  ...comparisonCalls,
  ...postbackCalls,
  ...cockpitCalls,
];
