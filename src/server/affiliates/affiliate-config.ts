import type { AffiliateMask } from '../../lib/contract/affiliate/affiliate-entities.ts';
import { affiliateMasks } from '../../lib/contract/affiliate/affiliate-entities.ts';
import type { EnvironmentReader } from '../environment.ts';

/** What the affiliate's panel needs of the environment. */
export interface AffiliateConfig {
  /** What affiliates see of the people who came by them only by a first letter, and cannot search by. */
  affiliateMasked: AffiliateMask;
  /** Postbacks are sent to addresses that are no public ones too, and without TLS: for trying them out. */
  postbacksLocal: boolean;
}

export function readAffiliates(read: EnvironmentReader): AffiliateConfig {
  return {
    affiliateMasked: read.choice('AFFILIATE_MASKED', affiliateMasks, 'none'),
    postbacksLocal: read.onOff('POSTBACKS_LOCAL', false),
  };
}
