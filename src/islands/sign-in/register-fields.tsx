import type { SubmitEvent } from 'react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  agreeMessage,
  firstName,
  firstPassword,
  lastName,
  newPasswordMinimum,
} from '../../lib/contract/accounts/account-fields.ts';
import { email } from '../../lib/contract/fields.ts';
import type { Translate } from '../../lib/i18n/translate.ts';
import { dialCodes } from '../../lib/phone/dial-codes.ts';
import { loadRecaptcha } from '../../stores/forms/human-token.ts';
import { clientInfo } from '../../stores/shell/client-info.ts';
import { Button } from '../shared/button.tsx';
import { CheckboxField } from '../shared/fields/checkbox-field.tsx';
import { fieldProps, messageOf, passwordProps } from '../shared/fields/field-props.ts';
import { Field } from '../shared/fields/field.tsx';
import { PasswordField } from '../shared/fields/password-field.tsx';
import { useControlledField } from '../shared/fields/use-held-field.ts';
import { FormOutcome } from '../shared/fields/form-outcome.tsx';
import { countryOfLocale, likelyCountry, PhoneField } from '../shared/fields/phone-field.tsx';
import { phoneNumber } from '../shared/fields/phone-number.ts';
import { useHydratedForm } from '../shared/use-is-alive.ts';
import styles from './register-fields.module.css';

/** The contract's own field schemas, so the server never refuses the format of values that pass here. */
export const registration = z.object({
  first_name: firstName,
  last_name: lastName,
  email,
  phone: phoneNumber,
  password: firstPassword,
  agree: z.literal(true, { error: agreeMessage }),
});
export type Typed = z.input<typeof registration>;
export type Checked = z.output<typeof registration>;

/** The fields in the order on the screen. */
export const names = ['first_name', 'last_name', 'email', 'phone', 'password', 'agree'] as const;

export interface RegisterPaths {
  /** The page where the profile is completed. */
  details: string;
  /** Null if there is no such page. */
  terms: string | null;
  privacy: string | null;
}

interface RegisterFieldsProps {
  form: UseFormReturn<Typed, unknown, Checked>;
  translate: Translate;
  locale: string;
  paths: RegisterPaths;
  siteKey: string | null;
  isBusy: boolean;
  refusal: string | undefined;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onCountry: (country: string) => void;
}

export function RegisterFields({ form, translate: t, locale, paths, siteKey, ...state }: RegisterFieldsProps) {
  const { form: element, isAlive } = useHydratedForm();
  const load = () => void (siteKey !== null && loadRecaptcha(siteKey).catch(() => 0));
  return (
    // POST keeps the password out of the address, however the form is sent.
    <form ref={element} className={styles.form} method="post" noValidate onSubmit={state.onSubmit}>
      <div className={styles.pair}>
        <Field autoComplete="given-name" onFocus={load} {...fieldProps(form, t, 'first_name')} />
        <Field autoComplete="family-name" {...fieldProps(form, t, 'last_name')} />
      </div>
      <Field
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        onFocus={load}
        {...fieldProps(form, t, 'email')}
      />
      <RegisterPhone form={form} translate={t} locale={locale} onCountry={state.onCountry} />
      <PasswordField
        translate={t}
        autoComplete="new-password"
        hint={t('fields.passwordHint', { n: newPasswordMinimum })}
        {...passwordProps(form, t, 'password')}
      />
      <CheckboxField error={messageOf(form, t, 'agree')} {...form.register('agree')}>
        <AgreeText translate={t} paths={paths} />
      </CheckboxField>
      <Button
        type="submit"
        variant="primary"
        // Before hydration the browser would submit the form itself. Early submissions are held: see early-submit.ts.
        disabled={!isAlive}
        suppressHydrationWarning
        isLoading={state.isBusy}
        className={styles.submit}
      >
        {t('entry.register.submit')}
      </Button>
      <FormOutcome refusal={state.refusal} />
    </form>
  );
}

type PhoneProps = Pick<RegisterFieldsProps, 'form' | 'translate' | 'locale' | 'onCountry'>;

/**
 * A separate component, so that it registers after the fields above it: the form focuses the first invalid field in the
 * order of registration.
 */
function RegisterPhone({ form, translate: t, locale, onCountry }: PhoneProps) {
  const homeCountry = useHomeCountry(locale);
  const phone = useControlledField<HTMLInputElement, Typed, 'phone'>(form.control, 'phone');
  return (
    <PhoneField
      {...phone}
      translate={t}
      locale={locale}
      homeCountry={homeCountry}
      onChange={(number, country) => {
        onCountry(country);
        phone.onChange(number);
      }}
      error={messageOf(form, t, 'phone')}
    />
  );
}

/** The documents to agree to. Each opens in its own window, so that typed values are not lost. */
function AgreeText({ translate: t, paths }: { translate: Translate; paths: RegisterPaths }) {
  const parts = t('entry.register.agree', { terms: '\nterms\n', privacy: '\nprivacy\n' }).split('\n');
  const links = new Map([
    ['terms', { href: paths.terms, label: t('entry.register.terms') }],
    ['privacy', { href: paths.privacy, label: t('entry.register.privacy') }],
  ]);
  return parts.map((part) => {
    const link = links.get(part);
    if (!link) return part;
    return link.href === null ? (
      link.label
    ) : (
      <a key={part} href={link.href} target="_blank" rel="noopener">
        {link.label}
      </a>
    );
  });
}

/**
 * The likely country of a visitor's phone number, guessed from the connection, otherwise from the language of the
 * browser, otherwise from that of the page.
 */
function useHomeCountry(locale: string): string {
  const [country, setCountry] = useState(() => countryOfLocale(locale));
  useEffect(() => {
    let isHere = true;
    void clientInfo().then((info) => {
      const connected = info?.country_short ?? '';
      // Synchronously, because a form submitted earlier waits for the same answer and then validates the number in this
      // country.
      if (isHere) flushSync(() => setCountry(dialCodes.has(connected) ? connected : likelyCountry(locale)));
    });
    return () => {
      isHere = false;
    };
  }, [locale]);
  return country;
}
