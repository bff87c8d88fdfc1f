import { useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import type { User } from '../../lib/contract/entities.ts';
import { saveProfile } from '../../stores/account/profile.ts';
import type { ProfileValues } from '../../stores/account/profile.ts';
import { hasJustRegistered } from '../../stores/account/registration-marker.ts';
import { landingPath } from '../../stores/landing-path.ts';
import { showFaults } from '../shared/fields/field-props.ts';
import type { AccountContextValue } from './account-context.ts';
import { useAccount } from './account-context.ts';
import { useProblemText } from './use-problem-text.ts';
import { profileFields, profileOf, resolveProfile } from './info/profile-schema.ts';

/** What became of the last time that the profile was sent. */
export interface ProfileOutcome {
  refusal?: string;
  isSaved?: boolean;
  /** It is saved, and the next page is on its way. */
  isLeaving?: boolean;
}

/**
 * The form of the profile. Where the account changes meanwhile, fields that nobody touched follow; what was typed stays. Who has
 * just registered, or was on the way somewhere, is led on when it is saved.
 */
export function useProfileForm(user: User) {
  const account = useAccount();
  const problemText = useProblemText();
  const [outcome, setOutcome] = useState<ProfileOutcome>({});
  const form = useForm<ProfileValues>({
    values: profileOf(user),
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true, keepSubmitCount: true },
    resolver: resolveProfile,
    // Its order is that of registering, which is not the reader's.
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

/** Where a saved profile leads; empty where it was opened for its own sake. */
function onwardPath(user: User, { nextPath }: AccountContextValue): string {
  const { search, origin } = location;
  return hasJustRegistered(user) ? nextPath : landingPath({ search, origin, fallback: '' });
}
