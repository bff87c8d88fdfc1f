import type { RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Database, Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import type { StoredNoticeData } from '../../lib/notices/stored-notice.ts';
import { tellCustomer } from '../notices/tell-customer.ts';
import { describeDevice } from '../sessions/describe-device.ts';
import { insertDevice, isNewDevice, touchDevice } from '../sessions/devices-rows.ts';
import type { SessionOpener, SessionLocation } from '../sessions/sessions-rows.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { hashOfToken } from '../secrets/token-hash.ts';

export interface AdmitParts {
  database: Pick<Database, 'transaction'>;
  sessions: Pick<Sessions, 'open' | 'isShared'>;
  runtime: Runtime;
  /** The site's public address without a trailing slash. */
  siteUrl: string;
  /**
   * Looks up the location of an address; without it no location is stored. Must answer at once, because it is called
   * within a database transaction.
   */
  findLocation?: (address: string) => SessionLocation | null;
}

export interface Admission {
  accountId: number;
  openedBy: SessionOpener;
  origin: RequestOrigin;
  /** The device token that an earlier log-in gave this browser, if it sends one. */
  deviceToken?: string | undefined;
}

export interface Admitted {
  accessToken: string;
  /** The given token if it belongs to this account, otherwise a new one. */
  deviceToken: string;
  /** Whether the customer was told of a new device: other pages of the customer then show it. */
  isNews: boolean;
}

/**
 * Signs in a customer whose proof is complete: opens the session, remembers the device and writes the audit record, in
 * the database transaction of `connection` or, without it, in one of its own. Not idempotent: each call opens a
 * session.
 */
export function admit(parts: AdmitParts, admission: Admission, connection?: Queries): Promise<Admitted> {
  return connection
    ? admitWithin(connection, parts, admission)
    : parts.database.transaction((own) => admitWithin(own, parts, admission));
}

async function admitWithin(queries: Queries, parts: AdmitParts, admission: Admission): Promise<Admitted> {
  const { sessions, runtime, findLocation } = parts;
  const { accountId, openedBy, origin } = admission;
  const location = origin.address === null ? null : (findLocation?.(origin.address) ?? null);
  const accessToken = await sessions.open({ accountId }, { openedBy, origin, location }, queries);
  const { deviceToken, isKnown } = await knowDevice(queries, parts, admission);
  const isNews = openedBy !== 'registration' && !isKnown && (await isNewTo(queries, parts, admission));
  if (isNews) await tellCustomer(queries, parts, { accountId, code: 'new_device', data: deviceData(origin, location) });
  await writeAudit(queries, {
    ...{ id: runtime.newId(), at: new Date(runtime.now()), event: 'logged_in', actor: 'customer' },
    ...{ accountId, origin, details: { opened_by: openedBy, known_device: isKnown } },
  });
  return { accessToken, deviceToken, isNews };
}

/** In a shared account the others would be told the address of each visitor. */
async function isNewTo(queries: Queries, { sessions }: AdmitParts, { accountId, origin }: Admission): Promise<boolean> {
  return !(await sessions.isShared(accountId, queries)) && (await isNewDevice(queries, accountId, origin));
}

function deviceData({ address, userAgent }: RequestOrigin, location: SessionLocation | null): StoredNoticeData {
  const device = describeDevice(userAgent);
  const place = [location?.city, location?.countryShort].filter((one) => typeof one === 'string').join(', ');
  return {
    ...(device !== null && { device }),
    ...(address !== null && { address }),
    ...(place !== '' && { location: place }),
  };
}

async function knowDevice(queries: Queries, { runtime }: AdmitParts, { accountId, deviceToken }: Admission) {
  const usedAt = new Date(runtime.now());
  if (deviceToken !== undefined) {
    const tokenHash = hashOfToken(deviceToken);
    if (await touchDevice(queries, { tokenHash, accountId, usedAt })) return { deviceToken, isKnown: true };
  }
  const newToken = runtime.randomBytes(32).toString('base64url');
  await insertDevice(queries, { tokenHash: hashOfToken(newToken), accountId, usedAt });
  return { deviceToken: newToken, isKnown: false };
}
