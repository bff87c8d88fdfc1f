import { useStore } from '@nanostores/react';
import type { Control } from 'react-hook-form';
import { useFormState, useWatch } from 'react-hook-form';
import { hasMissingDetails } from '../../lib/contract/accounts/missing-details.ts';
import type { User } from '../../lib/contract/entities.ts';
import { $countries, loadCountries } from '../../stores/account/profile.ts';
import type { ProfileValues } from '../../stores/account/profile.ts';
import { Button } from '../shared/button.tsx';
import { fieldMessage, fieldProps } from '../shared/fields/field-props.ts';
import { Field } from '../shared/fields/field.tsx';
import { SelectField } from '../shared/fields/select-field.tsx';
import { useControlledField } from '../shared/fields/use-held-field.ts';
import { FormOutcome } from '../shared/fields/form-outcome.tsx';
import { likelyCountry, PhoneField } from '../shared/fields/phone-field.tsx';
import { useAccount } from './account-context.ts';
import styles from './info-page.module.css';
import { SavedNote } from './saved-note.tsx';
import { useProfileForm } from './use-profile-form.ts';

/** The profile, and a note on what the customer cannot do while it is incomplete. */
export function InfoPage({ user }: { user: User }) {
  const { t } = useAccount();
  return (
    <>
      {hasMissingDetails(user) && (
        <p className={styles.notice} role="note">
          {t('account.info.incomplete')}
        </p>
      )}
      <ProfileForm user={user} />
    </>
  );
}

/** The customer's name, contact data and address. */
function ProfileForm({ user }: { user: User }) {
  const { t } = useAccount();
  const { form, submit, outcome } = useProfileForm(user);
  const { isSubmitting, isDirty } = form.formState;
  return (
    <form className={styles.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <fieldset>
        <legend>{t('account.info.person')}</legend>
        <Field autoComplete="given-name" {...fieldProps(form, t, 'first_name')} />
        <Field autoComplete="family-name" {...fieldProps(form, t, 'last_name')} />
        <Field type="date" autoComplete="bday" min="1900-01-01" {...fieldProps(form, t, 'birth_date')} />
      </fieldset>
      <fieldset>
        <legend>{t('account.info.contact')}</legend>
        <Field
          label={t('fields.titles.email')}
          type="email"
          autoComplete="email"
          value={user.email}
          readOnly
          hint={t('account.info.emailHint')}
        />
        <ProfilePhone control={form.control} />
      </fieldset>
      <fieldset>
        <legend>{t('account.info.address')}</legend>
        <CountryField control={form.control} />
        <Field autoComplete="address-level1" {...fieldProps(form, t, 'state')} />
        <Field autoComplete="address-level2" {...fieldProps(form, t, 'city')} />
        <Field autoComplete="postal-code" {...fieldProps(form, t, 'zip_code')} />
        <Field autoComplete="address-line1" className={styles.wide} {...fieldProps(form, t, 'street')} />
      </fieldset>
      <div className={styles.foot}>
        <Button type="submit" variant="primary" isLoading={isSubmitting || outcome.isLeaving === true}>
          {t('account.info.save')}
        </Button>
        <SavedNote isShown={outcome.isSaved === true && !isDirty} />
      </div>
      <FormOutcome refusal={outcome.refusal} />
    </form>
  );
}

/** The phone number of the profile. A number without a country code is read as one of the country of residence. */
function ProfilePhone({ control }: { control: Control<ProfileValues> }) {
  const { t, locale } = useAccount();
  const countries = useStore($countries);
  const countryId = useWatch({ control, name: 'country_id' });
  const field = useControlledField<HTMLInputElement, ProfileValues, 'phone'>(control, 'phone');
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

/**
 * The country of the profile. If the list cannot be loaded, the stored country stays and all other fields can still be
 * changed.
 */
function CountryField({ control }: { control: Control<ProfileValues> }) {
  const { t, locale } = useAccount();
  const state = useStore($countries);
  const { ref, ...field } = useControlledField<HTMLSelectElement, ProfileValues, 'country_id'>(control, 'country_id');
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
