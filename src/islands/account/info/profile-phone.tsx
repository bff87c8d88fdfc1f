import { useStore } from '@nanostores/react';
import type { Control } from 'react-hook-form';
import { useController, useWatch } from 'react-hook-form';
import { $countries } from '../../../stores/account/countries.ts';
import type { ProfileValues } from '../../../stores/account/profile.ts';
import { fieldMessage } from '../../shared/field-message.ts';
import { PhoneField } from '../../shared/phone/phone-field.tsx';
import { useAccount } from '../account-context.ts';

/** The phone of the profile; one that says no country is of the one that the customer lives in. */
export function ProfilePhone({ control }: { control: Control<ProfileValues> }) {
  const { t, locale } = useAccount();
  const countries = useStore($countries);
  const countryId = useWatch({ control, name: 'country_id' });
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({ control, name: 'phone' });
  const home =
    countries.status === 'ready' ? countries.countries.find(({ id }) => id === countryId)?.alpha2 : undefined;
  return (
    <PhoneField
      translate={t}
      locale={locale}
      ref={ref}
      {...field}
      error={fieldMessage(t, 'phone', fieldState.error?.message)}
      homeCountry={home ?? likelyCountry()}
    />
  );
}

/** Of the language of the browser. */
function likelyCountry(): string {
  return new Intl.Locale(navigator.language).maximize().region ?? 'DE';
}
