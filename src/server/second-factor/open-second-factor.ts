import type { Runtime } from '../runtime.ts';
import { factorPurpose } from '../secrets/factor-seal.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { createRecoveryHash } from './recovery-codes.ts';
import type { FactorParts } from './consume-code.ts';

/** Creates the box for the secrets and the hash of recovery codes, with keys derived from the master key. */
export function openSecondFactor({ masterKey, runtime }: { masterKey: Uint8Array; runtime: Runtime }): FactorParts {
  const box = createSecretBox({ masterKey, purpose: factorPurpose, randomBytes: runtime.randomBytes });
  return { runtime, box, recoveryHash: createRecoveryHash(masterKey) };
}
