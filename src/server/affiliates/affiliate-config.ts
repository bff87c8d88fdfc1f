import type { AffiliateMask } from '../../lib/contract/affiliate/affiliate-entities.ts';
import { affiliateMasks } from '../../lib/contract/affiliate/affiliate-entities.ts';
import type { EnvironmentReader } from '../environment.ts';

/** The settings of the affiliate panel. */
export interface AffiliateConfig {
  /** The data of referred people that affiliates see only as a first letter, and cannot search by. */
  affiliateMasked: AffiliateMask;
  /** Whether postbacks may go to addresses that are not public, and without TLS; for testing. */
  postbacksLocal: boolean;
}

export function readAffiliates(read: EnvironmentReader): AffiliateConfig {
  return {
    affiliateMasked: read.choice('AFFILIATE_MASKED', affiliateMasks, 'none'),
    postbacksLocal: read.onOff('POSTBACKS_LOCAL', false),
  };
}
