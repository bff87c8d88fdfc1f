import { resolve } from 'node:path';
import type { EnvironmentReader } from '../environment.ts';

/** The settings for sign-ins. */
export interface SignInConfig {
  /**
   * Whether to hide who has an account: registering and asking for a new password then get the same answer for every
   * email.
   */
  hideAccountExistence: boolean;
  /** The absolute path of a location database in MaxMind's format; null: locations are unknown. */
  geoipFile: string | null;
}

export function readSignIn(read: EnvironmentReader): SignInConfig {
  const file = read.text('GEOIP_FILE', '');
  return {
    hideAccountExistence: read.onOff('HIDE_ACCOUNT_EXISTENCE', false),
    geoipFile: file === '' ? null : resolve(file),
  };
}
