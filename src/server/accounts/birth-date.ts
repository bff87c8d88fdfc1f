import { minimumAgeYears } from '../../lib/contract/accounts/account-fields.ts';

/** No living person was born earlier. */
const earliest = '1900-01-01';

/**
 * Returns why a date of birth (an existing day in ISO 8601) is refused, as text for the refusal; null if it is
 * accepted. Days are in UTC. Somebody born on 29 February comes of age on 1 March.
 */
export function birthDateFault(birthDate: string, now: Date): string | null {
  const today = now.toISOString().slice(0, 10);
  if (birthDate < earliest || birthDate > today) return 'Enter a valid date of birth';
  const year = Number(today.slice(0, 4)) - minimumAgeYears;
  const latest = `${year}${today.slice(4)}`;
  return birthDate > latest ? `You must be at least ${minimumAgeYears} years old` : null;
}
