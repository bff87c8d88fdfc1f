import type { User } from '../../lib/contract/entities.ts';
import { storageKeys } from '../../lib/contract/session.ts';

/**
 * The customer who has just opened an account in this browser, or was led in without all details, and is on the way to
 * a deposit.
 */

/** Marks a customer; the next one who registers here takes the place. */
export function markRegistered({ uniqid }: User): void {
  try {
    localStorage.setItem(storageKeys.registered, uniqid);
  } catch {
    // In a browser that keeps nothing a saved profile says that it is saved.
  }
}

/** Whether it is this customer. */
export function hasJustRegistered({ uniqid }: User): boolean {
  try {
    return localStorage.getItem(storageKeys.registered) === uniqid;
  } catch {
    return false;
  }
}

/** The marker has led where it leads. */
export function forgetRegistration(): void {
  try {
    localStorage.removeItem(storageKeys.registered);
  } catch {
    // It was not kept.
  }
}
