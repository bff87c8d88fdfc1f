import { expect, test } from 'vitest';
import { transactionsArea } from '../../../src/server/payments/by-hand/transaction-commands.ts';
import { readTyped } from '../../support/read-typed.ts';

const id = '0b0c6a4e-1111-4222-8333-123456789abc';
const why = ['--reason', ' because '];

test.each([
  [['list'], { kind: 'list', email: null, all: false }],
  [['list', '--all', '--email', ' Ada@Example.com'], { kind: 'list', email: 'ada@example.com', all: true }],
  [['show', id], { kind: 'show', id }],
  [['retry', id], { kind: 'retry', id }],
  [['check', id], { kind: 'check', id }],
  [['show', '0B0C6A4E'], { kind: 'show', id: '0b0c6a4e' }],
  [['show', '0b0c6a4e-11'], { kind: 'show', id: '0b0c6a4e-11' }],
  [['approve', id], { kind: 'approve', id, amount: null, reason: null }],
  [['approve', id, '--amount', '90.5', ...why], { kind: 'approve', id, amount: 9_050, reason: 'because' }],
  [['decline', id, ...why], { kind: 'decline', id, reason: 'because' }],
  [['send', id], { kind: 'send', id, by: null, reason: null }],
  [['send', id, '--by', 'card-house'], { kind: 'send', id, by: 'card-house', reason: null }],
  [['send', id, '--reason', ' By phone '], { kind: 'send', id, by: null, reason: 'By phone' }],
  [['return', id, ...why], { kind: 'return', id, reason: 'because' }],
  [['deposit', 'A@b.c', '250', ...why, '--by', 'bank'], { ...move('deposit', 25_000), by: 'bank' }],
  [['deposit', 'a@b.c', '-0.07', ...why], { ...move('deposit', -7), by: null }],
  [['bonus', 'a@b.c', '+100.00', ...why], move('bonus', 10_000)],
  [['bonus', 'a@b.c', '-100', ...why], move('bonus', -10_000)],
  [[...why, 'credit', 'a@b.c', '1.1'], move('credit', 110)],
  [['fee', 'a@b.c', '25', ...why], move('fee', 2_500)],
])('%j is understood', (args, order) => {
  expect(readTyped(transactionsArea, args)).toEqual(order);
});

function move(kind: string, amount: number) {
  return { kind, amount, email: 'a@b.c', reason: 'because' };
}

const read = '--reason is missing: the customer reads it.';
const kept = '--reason is missing: the audit log records it.';
const kinds = 'list, show, retry, check, approve, decline, send, return, deposit, bonus, credit, fee';

test.each([
  [[], 'Usage: npm run operator -- transactions <command> … [--json]'],
  [['--all'], 'The command is missing.'],
  [['burn', 'a@b.c', '10'], `There is no command "burn" in transactions. Commands: ${kinds}.`],
  [['list', id], `list takes no ${id}: list [--all] [--email <email>]`],
  [['list', '--email', 'ada'], 'ada is not an email address.'],
  [['show'], 'The id of a transaction is missing.'],
  [['retry'], 'The id of a report is missing.'],
  [['show', 'no-id'], 'no-id is not an id. Type at least its first 8 digits.'],
  [['check', '0b0c6a4'], '0b0c6a4 is not an id. Type at least its first 8 digits.'],
  [['show', id, id], `show takes no ${id}: show <id>`],
  [['check', id, '--by', 'bank'], 'There is no --by.'],
  [['approve', id, '--amount', '0'], 'The credited amount must be above zero.'],
  [['approve', id, '--amount', '-5'], 'The credited amount must be above zero.'],
  [['approve', id, '--amount', '1,000'], '1,000 is not an amount. Write it as 250 or 250.50.'],
  [['approve', id, '--amount', '1.005'], '1.005 is not an amount. Write it as 250 or 250.50.'],
  [['approve', id, '--amount'], '--amount needs a value.'],
  [['approve', id, '--reason', ' '], read],
  [['decline', id], read],
  [['decline', id, '--reason', ' '], read],
  [['decline', id, '--reason', '--all'], '--reason needs a value.'],
  [['return', id, '--reason', 'x'.repeat(501)], '--reason is too long. Use at most 500 characters.'],
  [
    ['send', id, '--by', 'No Such'],
    'No Such is not a valid provider name. Use lower-case letters, digits and hyphens.',
  ],
  [['deposit', 'a@b.c', '250'], kept],
  [['deposit', 'a@b.c', '1e3', ...why], '1e3 is not an amount. Write it as 250 or 250.50.'],
  [
    ['deposit', 'a@b.c', '10', '20', ...why],
    'deposit takes no 20: deposit <email> <amount> --reason <why> [--by <provider>]',
  ],
  [['deposit', 'nobody', '10', ...why], 'nobody is not an email address.'],
  [['deposit'], 'The email of a customer is missing.'],
  [['bonus', 'a@b.c', ...why], 'The amount is missing. Write it as 250 or 250.50.'],
  [['bonus', 'a@b.c', '10', '--by', 'bank', ...why], 'There is no --by.'],
  [['fee', 'a@b.c', '5,5', ...why], '5,5 is not an amount. Write 5.50'],
  [['fee', 'a@b.c', '-5,5', ...why], '-5,5 is not an amount. Write -5.50'],
  [['fee', 'a@b.c', '', ...why], 'Nothing is not an amount. Write it as 250 or 250.50.'],
  [['fee', 'a@b.c', '5', '--what'], 'There is no --what.'],
])('%j is not understood, with the reason', (args, words) => {
  expect(readTyped(transactionsArea, args)).toBe(words);
});
