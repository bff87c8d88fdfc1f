import { resolve } from 'node:path';
import type { EnvironmentReader } from '../environment.ts';

/** What the ways in need of the environment. */
export interface EntryConfig {
  /**
   * Strangers are not told who has an account: a registration and a forgotten password are answered alike for
   * everybody.
   */
  hideAccountExistence: boolean;
  /** A database of places in MaxMind's format, absolute; null: where anybody is, is not known. */
  geoipFile: string | null;
}

export function readEntry(read: EnvironmentReader): EntryConfig {
  const file = read.text('GEOIP_FILE', '');
  return {
    hideAccountExistence: read.onOff('HIDE_ACCOUNT_EXISTENCE', false),
    geoipFile: file === '' ? null : resolve(file),
  };
}
