import { readFile } from 'node:fs/promises';
import { checkContent } from '../../../content/check-content.ts';
import { UnusableValue } from '../../environment.ts';
import { descriptionFaults } from './description-faults.ts';
import type { ProviderEntry } from './provider-entry.ts';
import { providerEntry } from './provider-entry.ts';

/** Names that the product gives to what it brings itself, and parties of the books that are no provider. */
const ownNames = ['stripe', 'sandbox', 'bank', 'manual'];

/** Reads the file. Throws `UnusableValue`, which names provider and field, where something in it cannot be. */
export async function readProviderFile(file: string): Promise<ProviderEntry[]> {
  const refuse = (found: string, cause?: unknown) => {
    const expected = 'a file with a list of payment providers in JSON, as docs/payments.md describes it';
    return new UnusableValue({ variable: 'PAYMENTS_FILE', expected, found: `${file}: ${found}` }, cause);
  };
  const list = await readList(file, refuse);
  const faults: string[] = [];
  const entries: ProviderEntry[] = [];
  for (const [index, value] of list.entries()) {
    const at = placeOf(value, index);
    const checked = checkContent(providerEntry, value, at);
    if (!checked.ok) {
      // Not what was found: somebody may have written a secret there.
      faults.push(...checked.faults.map(({ path, expected }) => `${path}: expected ${expected}`));
      continue;
    }
    faults.push(...descriptionFaults(checked.value).map((fault) => `${at} ${fault}`));
    const isTaken = [...ownNames, ...entries.map(({ name }) => name)].includes(checked.value.name);
    if (isTaken) faults.push(`${at} name: expected one that is not taken`);
    entries.push(checked.value);
  }
  if (faults.length > 0) throw refuse(faults.join('; '));
  return entries;
}

async function readList(file: string, refuse: (found: string, cause: unknown) => Error): Promise<unknown[]> {
  try {
    const list: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Array.isArray(list)) return list as unknown[];
  } catch (fault) {
    // What JSON.parse says of a wrong text shows parts of it.
    const isText = fault instanceof SyntaxError;
    throw refuse(isText ? 'no JSON' : fault instanceof Error ? fault.message : 'unreadable', fault);
  }
  throw refuse('no list', undefined);
}

function placeOf(value: unknown, index: number): string {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : undefined;
  return typeof name === 'string'
    ? `provider ${JSON.stringify(name.slice(0, 40))}`
    : `provider ${index + 1} of the list`;
}
