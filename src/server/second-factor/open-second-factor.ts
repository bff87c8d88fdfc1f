import type { Runtime } from '../runtime.ts';
import { factorPurpose } from '../secrets/factor-seal.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { createRecoveryHash } from './recovery-codes.ts';
import type { FactorParts } from './take-code.ts';

/**
 * What the second factor works with: the box of its secrets and the hash of its recovery codes, under keys derived from
 * the master's.
 */
export function openSecondFactor({ masterKey, runtime }: { masterKey: Uint8Array; runtime: Runtime }): FactorParts {
  const box = createSecretBox({ masterKey, purpose: factorPurpose, randomBytes: runtime.randomBytes });
  return { runtime, box, recoveryHash: createRecoveryHash(masterKey) };
}
