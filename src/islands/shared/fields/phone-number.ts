import * as z from 'zod/mini';
import { phone } from '../../../lib/contract/accounts/account-fields.ts';
import type * as PhonePlansModule from './phone-plans.ts';

export type PhonePlans = typeof PhonePlansModule;

let plans: PhonePlans | undefined;
let loading: Promise<PhonePlans | undefined> | undefined;

/**
 * Loads the number plans, once; undefined where they cannot be had: numbers are sent as they are typed then, and the
 * server has the last word. A form with a number waits for it before it checks.
 */
export function loadPhonePlans(): Promise<PhonePlans | undefined> {
  loading ??= import('./phone-plans.ts').then(
    (loaded) => (plans = loaded),
    () => (loading = undefined),
  );
  return loading;
}

/** The plans where they are there already. */
export function knownPlans(): PhonePlans | undefined {
  return plans;
}

/** Whether the plans are on their way: what a number is cannot be told yet. */
export function arePlansComing(): boolean {
  return loading !== undefined && !plans;
}

/** The contract's phone number, and one that can exist: what the phone field hands up is E.164, or it is none. */
export const phoneNumber = phone.check(
  z.refine((text) => plans?.isE164(text) ?? true, { error: 'Phone number not valid', abort: true }),
);
