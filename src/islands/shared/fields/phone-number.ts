import * as z from 'zod/mini';
import { phone } from '../../../lib/contract/accounts/account-fields.ts';
import type * as PhonePlansModule from './phone-plans.ts';

export type PhonePlans = typeof PhonePlansModule;

let plans: PhonePlans | undefined;
let loading: Promise<PhonePlans | undefined> | undefined;

/**
 * Loads the number plans once. Resolves to undefined if they cannot be loaded: numbers are then sent as typed, and only
 * the server validates them. A form with a number waits for this before it validates.
 */
export function loadPhonePlans(): Promise<PhonePlans | undefined> {
  loading ??= import('./phone-plans.ts').then(
    (loaded) => (plans = loaded),
    () => (loading = undefined),
  );
  return loading;
}

/** The plans, if they have been loaded. */
export function knownPlans(): PhonePlans | undefined {
  return plans;
}

/** Whether the plans are being loaded, so that numbers cannot be judged yet. */
export function arePlansLoading(): boolean {
  return loading !== undefined && !plans;
}

/**
 * The contract's phone schema; once the plans are loaded, the number must also be valid in its country. The phone field
 * passes E.164, or an invalid text.
 */
export const phoneNumber = phone.check(
  z.refine((text) => plans?.isE164(text) ?? true, { error: 'Phone number not valid', abort: true }),
);
