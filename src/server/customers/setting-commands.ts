import { missingProofs } from '../documents/document-states.ts';
import type { Command, DeclaredArgument, OperatorParts } from '../operator/command.ts';
import { command } from '../operator/command.ts';
import type { CommandOutcome } from '../operator/outcome.ts';
import { emailArgument, flag, reason } from '../operator/read-values.ts';
import type { CustomerChange } from './change-customer.ts';
import { changeCustomer, changeCustomerBy } from './change-customer.ts';
import type { CategoryRow, CustomerSettings } from './customers-rows.ts';
import { holdLeverages, listCategories } from './customers-rows.ts';

const none = 'none';
const longestWord = 50;

const orNone = (value: string | null) => value ?? none;

/** Says whether there is a value, without revealing it. */
export const setOrNone = (value: string | null) => (value === null ? none : 'set');

/** A text that an operator types and the customer sees. */
const word = (title: string): DeclaredArgument<string> => ({
  title,
  read(typed) {
    const value = typed.trim();
    if (value.length <= longestWord) return { ok: true, value };
    return { ok: false, why: `Use at most ${longestWord} characters.` };
  },
});

/** A list of names; only surrounding blanks are removed. */
const words = (title: string): DeclaredArgument<string> => ({
  title,
  read: (typed) => ({ ok: true, value: typed.trim() }),
});

const state = (value: boolean): Omit<CustomerChange<'verified'>, 'email' | 'reason'> => ({
  ...{ name: 'verified', what: 'state', next: () => value },
  textOf: (is) => (is ? 'verified' : 'not verified'),
});

const verify = command({
  name: 'verify',
  about:
    'Verifies the customer, so that they can trade. Requires an approved passport and proof of address; without them, add --override, and the audit log records what was missing.',
  arguments: { email: emailArgument },
  options: { reason, override: flag('verify without approved documents; say in the reason how you know who they are') },
  carryOut: (parts, { email, reason, override }) =>
    changeCustomer(parts, {
      ...{ email, reason, ...state(true) },
      permit({ documents }) {
        const missing = missingProofs(documents);
        if (missing !== '' && !override) return { ok: false, text: unproven(email, missing) };
        return { ok: true, details: missing === '' ? {} : { override: missing } };
      },
    }),
});

const unproven = (email: string, missing: string) =>
  `The identity of ${email} is not proven: ${missing}. Approve their documents (documents list --email ${email}), or add --override and say in the reason how you know who they are.`;

const unverify = command({
  ...{ name: 'unverify', arguments: { email: emailArgument }, options: { reason } },
  about: 'Removes the verification. Open positions stay and can be closed.',
  carryOut: (parts, { email, reason }) => changeCustomer(parts, { email, reason, ...state(false) }),
});

const level = command({
  name: 'level',
  about: 'Sets the level the customer sees; none removes it.',
  arguments: { email: emailArgument, value: word('level') },
  options: { reason },
  carryOut: (parts, { email, reason, value }) =>
    changeCustomer(parts, {
      ...{ email, reason, name: 'level', what: 'level', textOf: orNone },
      next: () => (value === none ? null : value),
    }),
});

const pin = command({
  name: 'pin',
  about:
    'Sets the PIN the customer sees; none removes it. Only customers show --pin displays it, not this command or the audit log.',
  arguments: { email: emailArgument, value: word('pin') },
  options: { reason },
  carryOut: (parts, { email, reason, value }) =>
    changeCustomer(parts, {
      ...{ email, reason, name: 'pin', what: 'PIN', isSecret: true, textOf: setOrNone },
      next: () => (value === none ? null : value),
    }),
});

const leverage = command({
  name: 'leverage',
  about:
    'Sets the leverages of a category that the customer may choose: some of its list, such as 1,5, or all, or none.',
  arguments: { email: emailArgument, category: words('category'), list: words('leverages') },
  options: { reason },
  carryOut: setLeverage,
});

function setLeverage(
  parts: OperatorParts,
  { email, reason, category: name, list }: { email: string; reason: string; category: string; list: string },
): Promise<CommandOutcome> {
  return changeCustomerBy(parts, {
    ...{ email, reason, name: 'customLeverage', what: `leverage of ${name}` },
    async read(connection) {
      // Indexes into this list will be stored, so it is locked against changes. The category is locked before the
      // account, in the same order as when the category's list changes.
      const leverages = await holdLeverages(connection, name);
      if (!leverages) return { ok: false, text: noCategory(name, await listCategories(connection)) };
      return readLeverages({ name, leverages, list });
    },
  });
}

/** Turns the typed list into a change of the customer's choice for a category with these leverages. */
function readLeverages({ name, leverages, list }: { name: string; leverages: readonly number[]; list: string }) {
  const wanted = list === none ? [] : list.split(',').map(Number);
  const foreign = list === 'all' ? undefined : wanted.find((one) => !leverages.includes(one));
  if (foreign !== undefined) {
    return { ok: false, text: `${name} has no leverage ${foreign}. Available: ${leverages.join(', ')}.` };
  }
  const indexes = leverages.flatMap((one, index) => (wanted.includes(one) ? [index] : []));
  return {
    ok: true as const,
    next({ customLeverage }: CustomerSettings) {
      const { [name]: _, ...others } = customLeverage ?? {};
      const next = list === 'all' ? others : { ...others, [name]: indexes };
      return Object.keys(next).length === 0 ? null : next;
    },
    textOf(custom: CustomerSettings['customLeverage']) {
      const chosen = custom && Object.hasOwn(custom, name) ? custom[name] : undefined;
      if (!chosen) return 'all';
      return chosen.map((index) => leverages[index]).join(',') || none;
    },
  };
}

const permissions = command({
  name: 'permissions',
  about: 'Sets the categories the customer may trade: names such as forex,crypto, or all, or none.',
  arguments: { email: emailArgument, value: words('categories') },
  options: { reason },
  async carryOut(parts, { email, reason, value }) {
    const categories = await listCategories(parts.database);
    const names = value === none ? [] : value.split(',').map((name) => name.trim());
    const foreign = value === 'all' ? undefined : names.find((name) => !categories.some((one) => one.name === name));
    if (foreign !== undefined) return { ok: false, text: noCategory(foreign, categories) };
    const ids = categories.flatMap(({ id, name }) => (value === 'all' || names.includes(name) ? [id] : []));
    return changeCustomer(parts, {
      ...{ email, reason, name: 'categoryIds', what: 'permissions', next: () => ids },
      textOf: (is) => categoryNames(categories, is),
    });
  },
});

export function categoryNames(categories: readonly CategoryRow[], ids: readonly number[]): string {
  const names = ids.toSorted((a, b) => a - b).map((id) => categories.find((one) => one.id === id)?.name ?? String(id));
  return names.join(',') || none;
}

function noCategory(name: string, categories: readonly CategoryRow[]): string {
  return `There is no category ${name}. Categories: ${categories.map((one) => one.name).join(', ')}.`;
}

/** Commands that change the settings of a customer. */
export const settingCommands: readonly Command[] = [verify, unverify, level, pin, leverage, permissions];
