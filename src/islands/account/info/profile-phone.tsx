import { useStore } from '@nanostores/react';
import type { Control } from 'react-hook-form';
import { useFormState, useWatch } from 'react-hook-form';
import { $countries } from '../../../stores/account/countries.ts';
import type { ProfileValues } from '../../../stores/account/profile.ts';
import { fieldMessage } from '../../shared/fields/field-message.ts';
import { likelyCountry } from '../../shared/phone/likely-country.ts';
import { PhoneField } from '../../shared/phone/phone-field.tsx';
import { useHeldField } from '../../shared/fields/use-held-field.ts';
import { useAccount } from '../account-context.ts';

/** The phone of the profile; one that says no country is of the one that the customer lives in. */
export function ProfilePhone({ control }: { control: Control<ProfileValues> }) {
  const { t, locale } = useAccount();
  const countries = useStore($countries);
  const countryId = useWatch({ control, name: 'country_id' });
  const field = useHeldField<HTMLInputElement, ProfileValues, 'phone'>(control, 'phone');
  const { errors } = useFormState({ control, name: 'phone' });
  const home =
    countries.status === 'ready' ? countries.countries.find(({ id }) => id === countryId)?.alpha2 : undefined;
  return (
    <PhoneField
      translate={t}
      locale={locale}
      {...field}
      error={fieldMessage(t, 'phone', errors.phone?.message)}
      homeCountry={home ?? likelyCountry(locale)}
    />
  );
}
