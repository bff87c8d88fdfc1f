import type { ReferralFault } from '../../../lib/contract/affiliate/affiliate-entities.ts';

const faultWords = {
  self: 'no: it is of who sent it',
  duplicate: 'no: its owner had one before',
} as const satisfies Record<ReferralFault, string>;

/** Whether an account counts for who sent it, and why not. */
export function countsText({ hasEntered, fault }: { hasEntered: boolean; fault: ReferralFault | null }): string {
  if (fault !== null) return faultWords[fault];
  return hasEntered ? 'yes' : 'not yet: nobody came in';
}
