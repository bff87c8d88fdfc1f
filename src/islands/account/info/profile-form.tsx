import type { User } from '../../../lib/contract/entities.ts';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/fields/field.tsx';
import { fieldProps } from '../../shared/fields/field-props.ts';
import { FormOutcome } from '../../shared/form-outcome.tsx';
import { useAccount } from '../account-context.ts';
import { SavedNote } from '../saved-note.tsx';
import { CountryField } from './country-field.tsx';
import styles from '../info-page.module.css';
import { ProfilePhone } from './profile-phone.tsx';
import { useProfileForm } from '../use-profile-form.ts';

/** Who the customer is, how they are reached and where they live. */
export function ProfileForm({ user }: { user: User }) {
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
