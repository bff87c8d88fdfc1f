import type { User } from '../../lib/contract/entities.ts';
import { storageKeys } from '../../lib/contract/session.ts';

/**
 * The customer who has just opened an account in this browser, or signed in with details missing, and has not deposited
 * yet.
 */

/** Marks a customer; the next one who registers here replaces the mark. */
export function markRegistered({ uniqid }: User): void {
  try {
    localStorage.setItem(storageKeys.registered, uniqid);
  } catch {
    // Without the marker, saving the profile leads to no other page.
  }
}

/** Whether this customer is the marked one. */
export function hasJustRegistered({ uniqid }: User): boolean {
  try {
    return localStorage.getItem(storageKeys.registered) === uniqid;
  } catch {
    return false;
  }
}

/** Removes the marker once it has been used. */
export function forgetRegistration(): void {
  try {
    localStorage.removeItem(storageKeys.registered);
  } catch {
    // Without storage, there is no marker.
  }
}
