import { unprovenOf } from '../../documents/document-states.ts';
import type { Read } from '../command/command-area.ts';
import type { Command, Said } from '../command/declared-area.ts';
import { command } from '../command/declared-area.ts';
import type { CommandOutcome, OperatorParts } from '../command/operate.ts';
import type { Who } from '../command/read-who.ts';
import { readWhoAndWhy } from '../command/read-who.ts';
import type { CustomerChange } from './change-customer.ts';
import { changeCustomer, changeCustomerBy } from './change-customer.ts';
import type { CategoryRow, CustomerSettings } from './change-customer-rows.ts';
import { holdLeverages, listCategories } from './change-customer-rows.ts';

/** Whom a command is about, what it says, and why. */
interface Wanted extends Who {
  value: string;
}

/** The email at the first place, what is wanted at the second, and the reason. */
function readWanted(said: Said): Read<Wanted> {
  const read = readWhoAndWhy(said);
  return read.ok ? { ok: true, wish: { ...read.wish, value: said.at(1).trim() } } : read;
}

const none = 'none';
const longestWord = 50;

const orNone = (value: string | null) => value ?? none;

/** Whether there is one, and not which. */
export const setOrNone = (value: string | null) => (value === null ? none : 'set');

/** Words of an operator that the customer is shown. */
function readWord(said: Said): Read<Wanted> {
  const read = readWanted(said);
  if (!read.ok || read.wish.value.length <= longestWord) return read;
  return { ok: false, why: `It is too long: at most ${longestWord} characters.` };
}

const state = (value: boolean): Omit<CustomerChange<'verified'>, 'email' | 'reason'> => ({
  ...{ name: 'verified', what: 'state', next: () => value },
  textOf: (is) => (is ? 'verified' : 'not verified'),
});

const verify = command({
  name: 'verify',
  takes: '<email> --reason <why> [--override]',
  about:
    'Lets the customer trade: who they are is proven by a passport and a proof of address that were approved. Without them it takes --override, and the audit log keeps which were missing.',
  read(said) {
    const read = readWhoAndWhy(said);
    return read.ok ? { ok: true, wish: { ...read.wish, isOverride: said.has('override') } } : read;
  },
  carryOut: (parts, { email, reason, isOverride }) =>
    changeCustomer(parts, {
      ...{ email, reason, ...state(true) },
      permit({ documents }) {
        const missing = unprovenOf(documents);
        if (missing !== '' && !isOverride) return { ok: false, text: unproven(email, missing) };
        return { ok: true, details: missing === '' ? {} : { override: missing } };
      },
    }),
});

const unproven = (email: string, missing: string) =>
  `It is not proven who ${email} is: ${missing}. Approve what they sent (documents list --email ${email}), or say --override: then the reason has to say how you know, and stands in the audit log.`;

const unverify = command({
  ...{ name: 'unverify', takes: '<email> --reason <why>', read: readWhoAndWhy },
  about: 'Takes that back; open positions stay, and can be closed.',
  carryOut: (parts, { email, reason }) => changeCustomer(parts, { email, reason, ...state(false) }),
});

const level = command({
  name: 'level',
  takes: '<email> <level> --reason <why>',
  about: 'The level that the customer is shown; none takes it away.',
  read: readWord,
  carryOut: (parts, { email, reason, value }) =>
    changeCustomer(parts, {
      ...{ email, reason, name: 'level', what: 'level', textOf: orNone },
      next: () => (value === none ? null : value),
    }),
});

const pin = command({
  name: 'pin',
  takes: '<email> <pin> --reason <why>',
  about:
    'The PIN that the customer is shown; none takes it away. Neither this command nor the audit log tells it: customers show --pin does.',
  read: readWord,
  carryOut: (parts, { email, reason, value }) =>
    changeCustomer(parts, {
      ...{ email, reason, name: 'pin', what: 'PIN', isSecret: true, textOf: setOrNone },
      next: () => (value === none ? null : value),
    }),
});

const leverage = command({
  name: 'leverage',
  takes: '<email> <category> <leverages> --reason <why>',
  about: 'Which leverages of a category the customer may choose: some of its list, as in 1,5; or all, or none.',
  read(said) {
    const read = readWanted(said);
    return read.ok ? { ok: true, wish: { ...read.wish, list: said.at(2).trim() } } : read;
  },
  carryOut: setLeverage,
});

function setLeverage(
  parts: OperatorParts,
  { email, reason, value: name, list }: Wanted & { list: string },
): Promise<CommandOutcome> {
  return changeCustomerBy(parts, {
    ...{ email, reason, name: 'customLeverage', what: `leverage of ${name}` },
    async read(connection) {
      // Places of this list are what is written: a change of it is waited for. It has the category before the accounts, as this.
      const leverages = await holdLeverages(connection, name);
      if (!leverages) return { ok: false, text: noCategory(name, await listCategories(connection)) };
      return readLeverages({ name, leverages, list });
    },
  });
}

/** How what a customer may choose changes by what was typed, seen with the leverages that the category has. */
function readLeverages({ name, leverages, list }: { name: string; leverages: readonly number[]; list: string }) {
  const wanted = list === none ? [] : list.split(',').map(Number);
  const foreign = list === 'all' ? undefined : wanted.find((one) => !leverages.includes(one));
  if (foreign !== undefined) {
    return { ok: false, text: `${name} has no leverage ${foreign}: it has ${leverages.join(', ')}.` };
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
  takes: '<email> <categories> --reason <why>',
  about: 'Which categories the customer may trade: names, as in forex,crypto; or all, or none.',
  read: readWanted,
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
  return `There is no category ${name}: there are ${categories.map((one) => one.name).join(', ')}.`;
}

/** What an operator sets of a customer. */
export const settingCommands: readonly Command[] = [verify, unverify, level, pin, leverage, permissions];
