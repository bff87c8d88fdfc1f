import type { Runtime } from '../runtime.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { createRecoveryHash } from './recovery-codes.ts';
import type { FactorParts } from './take-code.ts';

/** What the second factor works with: the box of its secrets and the hash of its recovery codes, under keys derived from the master's. */
export function openSecondFactor({ masterKey, runtime }: { masterKey: Uint8Array; runtime: Runtime }): FactorParts {
  const box = createSecretBox({ masterKey, purpose: 'second-factor', randomBytes: runtime.randomBytes });
  return { runtime, box, recoveryHash: createRecoveryHash(masterKey) };
}
