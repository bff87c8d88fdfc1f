import * as z from 'zod/mini';
import { agreeWords, firstName, firstPassword, lastName } from '../../lib/contract/accounts/account-fields.ts';
import { email } from '../../lib/contract/fields.ts';
import { phoneNumber } from '../shared/phone/phone-number.ts';

/** The contract's own fields: what passes here the server does not refuse for its form. */
export const registration = z.object({
  first_name: firstName,
  last_name: lastName,
  email,
  phone: phoneNumber,
  password: firstPassword,
  agree: z.literal(true, { error: agreeWords }),
});
export type Typed = z.input<typeof registration>;
export type Checked = z.output<typeof registration>;

/** The fields in the order in which they stand. */
export const names = ['first_name', 'last_name', 'email', 'phone', 'password', 'agree'] as const;

export interface RegisterPaths {
  /** Where the profile is completed. */
  details: string;
  /** Null: there is no such page. */
  terms: string | null;
  privacy: string | null;
}
