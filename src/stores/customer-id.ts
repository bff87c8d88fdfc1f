import { computed } from 'nanostores';
import { $session } from './session.ts';

/** Names the customer in what the browser keeps for each one who uses it; empty if nobody is logged in. */
export const $customerId = computed($session, (session) => session?.user.uniqid ?? '');
