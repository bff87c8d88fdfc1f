import type { SubmitEvent } from 'react';
import { useRef, useState } from 'react';
import type { AccountChoice, ChoiceDraft, DraftFaults } from '../../../lib/affiliates/account-choice.ts';
import { draftFaults, filterOf, writeChoice } from '../../../lib/affiliates/account-choice.ts';
import { useList } from '../../lists/list-context.ts';

const draftOf = ({ filter, search }: AccountChoice): ChoiceDraft => ({
  ...(filter ?? { where: '', from: '', until: '' }),
  search,
});

/** What is typed of a choice, and what is wrong with it once somebody wants to have it. */
export function useChoiceForm(choice: AccountChoice, onChoose: (choice: AccountChoice) => void) {
  const { t } = useList();
  const [draft, setDraft] = useState(() => draftOf(choice));
  const [faults, setFaults] = useState<DraftFaults>({});
  const chosen = writeChoice({ ...choice, sort: 'created_at', order: 'desc' });
  const [seen, setSeen] = useState(chosen);
  // Another choice, by the browser's history for one, is what the form says from then on; what has the keyboard keeps it.
  if (seen !== chosen) {
    setSeen(chosen);
    setDraft(draftOf(choice));
    setFaults({});
  }
  const whereRef = useRef<HTMLSelectElement>(null);
  const fromRef = useRef<HTMLInputElement>(null);
  const untilRef = useRef<HTMLInputElement>(null);

  const change = (part: Partial<ChoiceDraft>) => {
    const names = Object.keys(part);
    setDraft((before) => ({ ...before, ...part }));
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))));
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = draftFaults(draft, choice);
    setFaults(found);
    if (found.where) whereRef.current?.focus();
    else if (found.from) fromRef.current?.focus();
    else if (found.until) untilRef.current?.focus();
    else onChoose({ ...choice, filter: filterOf(draft), search: draft.search.trim() });
  };

  /** Of the subject that is chosen already, else of the day of registration. */
  const chooseDays = (days: { from: string; until: string }) => {
    const where = draft.where || 'created_at';
    change({ where, ...days });
    onChoose({ ...choice, filter: { where, ...days }, search: draft.search.trim() });
  };

  const wordsOf = (name: keyof DraftFaults) => {
    const fault = faults[name];
    if (fault === 'order') return t('affiliate.filter.order');
    return fault && t('fields.errors.required', { title: t(`affiliate.filter.${name}`) });
  };
  const words = { where: wordsOf('where'), from: wordsOf('from'), until: wordsOf('until') };
  return { draft, faults: words, whereRef, fromRef, untilRef, change, submit, chooseDays };
}
