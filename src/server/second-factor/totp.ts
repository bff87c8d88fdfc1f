import { Secret, TOTP } from 'otpauth';
import { sameText } from '../secrets/same-text.ts';

/** RFC 6238 as every authenticator app speaks it: SHA-1, six digits, steps of 30 s. */
const stepSeconds = 30;
/** A clock that is one step off is taken too, either way. */
const window = 1;

/** 160 bits, as RFC 4226 asks for. */
export const secretBytes = 20;

export interface AppLabel {
  /** Whose account it is, to the customer. */
  issuer: string;
  /** Which of the customer's accounts there. */
  label: string;
}

/** The secret as an app takes it: Base32 text, and the address that a QR code holds. */
export function describeSecret(secret: Uint8Array, { issuer, label }: AppLabel): { secret: string; uri: string } {
  const totp = totpOf(secret, { issuer, label });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

export interface ShownCode {
  /** Six digits. */
  code: string;
  /** Unix milliseconds. */
  now: number;
  /** The step of the newest code that was taken: what is of it or older is not taken. Null: none was. */
  after: number | null;
}

/** The time step whose code this is, within the window around now; null where it is of none that may be taken. */
export function findStep(secret: Uint8Array, { code, now, after }: ShownCode): number | null {
  const totp = totpOf(secret);
  const current = Math.floor(now / 1000 / stepSeconds);
  const steps = Array.from({ length: 2 * window + 1 }, (_, index) => current - window + index);
  // All are compared, so that the time taken tells nothing of which it was.
  const matching = steps.filter((step) => sameText(totp.generate({ timestamp: step * stepSeconds * 1000 }), code));
  return matching.find((step) => after === null || step > after) ?? null;
}

function totpOf(secret: Uint8Array, names: Partial<AppLabel> = {}): TOTP {
  const copy = new Uint8Array(secret);
  return new TOTP({
    ...names,
    secret: new Secret({ buffer: copy.buffer }),
    ...{ algorithm: 'SHA1', digits: 6, period: stepSeconds },
  });
}
