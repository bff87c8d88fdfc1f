import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { profile } from '../../lib/contract/accounts/account-fields.ts';
import type { User } from '../../lib/contract/entities.ts';
import type { ProfileValues } from '../../stores/account/profile.ts';
import { saveProfile } from '../../stores/account/profile.ts';
import { hasJustRegistered } from '../../stores/sign-in/registration-marker.ts';
import { landingPath } from '../../stores/landing-path.ts';
import { showFaults } from '../shared/fields/field-props.ts';
import { loadPhonePlans, phoneNumber } from '../shared/fields/phone-number.ts';
import type { AccountContextValue } from './account-context.ts';
import { useAccount, useProblemText } from './account-context.ts';

/** The outcome of the last submission. */
interface ProfileOutcome {
  refusal?: string;
  isSaved?: boolean;
  /** The profile is saved and the next page is loading. */
  isLeaving?: boolean;
}

/**
 * The profile form. When the account changes elsewhere, untouched fields are updated and edited ones stay. A customer
 * who has just registered, or came from another page, goes on to the next page after saving.
 */
export function useProfileForm(user: User) {
  const account = useAccount();
  const problemText = useProblemText();
  const [outcome, setOutcome] = useState<ProfileOutcome>({});
  const form = useForm<ProfileValues>({
    values: profileOf(user),
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true, keepSubmitCount: true },
    resolver: resolveProfile,
    // The form library would focus the first invalid field in order of registration, which differs from the screen.
    shouldFocusError: false,
  });

  const save = async (values: ProfileValues) => {
    setOutcome({});
    const result = await saveProfile(values);
    if (!result.ok) {
      const isShown = showFaults(form, profileFields, result.problem.fields);
      if (!isShown) setOutcome({ refusal: problemText(result.problem) });
      return;
    }
    form.reset(profileOf(result.user), { keepDirtyValues: false });
    const onward = onwardPath(result.user, account);
    setOutcome(onward === '' ? { isSaved: true } : { isLeaving: true });
    if (onward !== '') location.assign(onward);
  };
  const showFirst = (errors: FieldErrors<ProfileValues>) => {
    const first = profileFields.find((name) => errors[name]);
    if (first) form.setFocus(first);
  };
  const submit = form.handleSubmit(save, showFirst);
  return { form, submit, outcome };
}

/** The path to open after saving; empty if the customer stays on the profile page. */
function onwardPath(user: User, { nextPath }: AccountContextValue): string {
  const { search, origin } = location;
  return hasJustRegistered(user) ? nextPath : landingPath({ search, origin, fallback: '' });
}

const checkProfile: Resolver<ProfileValues> = zodResolver(z.object({ ...profile, phone: phoneNumber }));

/** The contract's fields, in the order of the form. */
const profileFields = [
  'first_name',
  'last_name',
  'birth_date',
  'phone',
  'country_id',
  'state',
  'city',
  'zip_code',
  'street',
] as const satisfies readonly (keyof ProfileValues)[];

/**
 * Validates the form against the contract. Loads the phone number plans first, because the server checks numbers with
 * the same plans.
 */
const resolveProfile: Resolver<ProfileValues> = async (...form) => {
  await loadPhonePlans();
  return checkProfile(...form);
};

/** The form's initial values; 0 means no country. */
function profileOf(user: User): ProfileValues {
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    phone: user.phone ?? '',
    birth_date: user.birth_date ?? '',
    country_id: user.country_id ?? 0,
    state: user.state ?? '',
    city: user.city ?? '',
    street: user.street ?? '',
    zip_code: user.zip_code ?? '',
  };
}
