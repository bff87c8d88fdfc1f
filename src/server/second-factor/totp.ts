import { Secret, TOTP } from 'otpauth';
import { sameText } from '../secrets/same-text.ts';

/** The length of a time step. RFC 6238 as every authenticator app implements it: SHA-1, six digits, steps of 30 s. */
const stepSeconds = 30;
/** How many steps the phone's clock may be wrong, in either direction. */
const window = 1;

/** 160 bits, as RFC 4226 recommends. */
export const secretBytes = 20;

export interface AppLabel {
  /** The service, as the app shows it. */
  issuer: string;
  /** The customer's account with that service. */
  label: string;
}

/** The secret in the forms that apps accept: Base32 text, and the URI for a QR code. */
export function describeSecret(secret: Uint8Array, { issuer, label }: AppLabel): { secret: string; uri: string } {
  const totp = totpOf(secret, { issuer, label });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

export interface ShownCode {
  /** Six digits. */
  code: string;
  /** Unix milliseconds. */
  now: number;
  /**
   * The time step of the newest accepted code; codes of that step and earlier ones are refused. Null: there was none.
   */
  after: number | null;
}

/** Finds the time step whose code this is, within the window around now; null if no acceptable step has it. */
export function findStep(secret: Uint8Array, { code, now, after }: ShownCode): number | null {
  const totp = totpOf(secret);
  const current = Math.floor(now / 1000 / stepSeconds);
  const steps = Array.from({ length: 2 * window + 1 }, (_, index) => current - window + index);
  // All steps are compared, so the duration does not reveal which one matched.
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
