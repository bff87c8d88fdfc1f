import { useStore } from '@nanostores/react';
import type { Control } from 'react-hook-form';
import { useFormState } from 'react-hook-form';
import { $countries, loadCountries } from '../../../stores/account/countries.ts';
import type { ProfileValues } from '../../../stores/account/profile.ts';
import { fieldMessage } from '../../shared/fields/field-message.ts';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { useHeldField } from '../../shared/fields/use-held-field.ts';
import { useAccount } from '../account-context.ts';
import styles from '../info-page.module.css';

/** The country of the profile. Where the list cannot be loaded the stored one stays, and everything else can be changed. */
export function CountryField({ control }: { control: Control<ProfileValues> }) {
  const { t, locale } = useAccount();
  const state = useStore($countries);
  const { ref, ...field } = useHeldField<HTMLSelectElement, ProfileValues, 'country_id'>(control, 'country_id');
  const { errors } = useFormState({ control, name: 'country_id' });
  const countries = state.status === 'ready' ? state.countries : [];
  const isUnnamed = field.value !== 0 && !countries.some(({ id }) => id === field.value);
  const retry = (
    <span className={styles.retry} role="alert">
      {t('account.info.countriesFailed')}{' '}
      <button type="button" onClick={() => void loadCountries(locale)}>
        {t('account.retry')}
      </button>
    </span>
  );
  return (
    <SelectField
      label={t('fields.titles.country_id')}
      autoComplete="country-name"
      name={field.name}
      ref={ref}
      value={field.value === 0 ? '' : String(field.value)}
      onBlur={field.onBlur}
      onChange={({ target }) => field.onChange(Number(target.value))}
      error={fieldMessage(t, 'country_id', errors.country_id?.message)}
      hint={state.status === 'failed' && retry}
    >
      <option value="">{t(state.status === 'loading' ? 'common.loading' : 'account.info.chooseCountry')}</option>
      {isUnnamed && <option value={field.value}>{t('account.info.storedCountry')}</option>}
      {countries.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
