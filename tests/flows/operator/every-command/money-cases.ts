import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getStatement } from '../../../../src/lib/contract/payments/payment-calls.ts';
import { askDeposit } from '../../../support/payments/asked-money.ts';
import { onPostgres } from '../../../support/test-database.ts';
import type { CaseFloor, CommandCases } from './case-floor.ts';
import { customer, ofCustomer, position, reason, report, sessionOf, withdrawal } from './case-floor.ts';
import { anyNumber, anyThing, rowsWith, textLike } from './likenesses.ts';

const stateOf =
  'select status, (select count(*)::int from transaction_steps s where s.transaction_id = t.id) as steps from transactions t where id = $1';
const stepped = { audited: ['withdrawal_stepped'] } as const;
const byHand = { audited: ['transaction_by_hand'] } as const;
const balance = 'select balance_minor, bonus_minor, credit_minor from accounts where email = $1';
const none = { bonus_minor: 0, credit_minor: 0 };
const today = ({ shop }: CaseFloor) => new Date(shop.runtime.now()).toISOString().slice(0, 10);

const withPosition = async (floor: CaseFloor, sets: string, ...args: string[]) => {
  const id = await position(floor, await customer(floor));
  await floor.query(`update positions set ${sets} where id = $1`, [id]);
  return { args: [id, ...args], about: id };
};

async function statement(floor: CaseFloor) {
  const accessToken = await sessionOf(floor, await customer(floor));
  const day = today(floor);
  const { body } = await floor.shop.call(getStatement, {
    accessToken,
    body: { from: day, until: day, format: 'csv', language: 'en' },
  });
  if (body.status === 'error') throw new Error(body.error.code);
  await writeFile(join(floor.cwd, 'statement.csv'), Buffer.from(body.data.content, 'base64'));
  return { args: ['statement.csv'] };
}

/** A provider's list with a payment that we do not know. */
async function providerList(floor: CaseFloor) {
  const { id: accountId } = await customer(floor);
  const at = new Date(floor.shop.runtime.now());
  const provider = `listed-${accountId}`;
  await askDeposit(floor.shop.app.database, { accountId, amountMinor: 500, provider, at });
  await writeFile(
    join(floor.cwd, 'listed.csv'),
    `id,amount,currency,status,date\nunknown,10.00,EUR,paid,${today(floor)}\n`,
  );
  return { args: ['listed.csv', '--provider', provider] };
}

/** Commands for money, positions and the books. */
export const moneyCases: CommandCases = {
  'transactions list': {
    async given(floor) {
      const { email, id: accountId } = await customer(floor);
      await floor.query(
        `insert into transactions (id, account_id, type_id, status, amount_minor, created_at, updated_at)
         values (gen_random_uuid(), $1, 2, 'pending', 500, now(), now())`,
        [accountId],
      );
      return { args: ['--email', email], about: email };
    },
    data: { transactions: [{ status: 'pending', amountMinor: 500, transfer: { account: null } }], reports: [] },
  },
  'transactions show': {
    given: withdrawal([]),
    data: { status: 'pending', comments: 'To my bank', steps: [{ step: 'requested' }] },
  },
  'transactions retry': {
    async given(floor) {
      const id = await report(floor);
      return { args: [id], about: id };
    },
    audited: ['payment_report_retried'],
    data: { text: 'Queued again. The server will retry it shortly.' },
    stored: [
      'select due_at is not null as due, attempts from payment_events where id = $1',
      { due: true, attempts: 0 },
    ],
  },
  'transactions check': {
    given: withdrawal([]),
    ...stepped,
    data: { status: 'pending', lastStep: 'checked' },
    stored: [stateOf, { status: 'pending', steps: 2 }],
  },
  'transactions approve': {
    given: withdrawal(['check']),
    ...stepped,
    data: { status: 'approved', lastStep: 'approved' },
    stored: [stateOf, { status: 'approved', steps: 3 }],
  },
  'transactions send': {
    given: withdrawal(['check', 'approve']),
    ...stepped,
    data: { status: 'approved', lastStep: 'sent' },
    stored: [stateOf, { status: 'approved', steps: 4 }],
  },
  'transactions return': {
    given: withdrawal(['check', 'approve', 'send'], ...reason),
    audited: ['withdrawal_returned'],
    data: { typeId: 8, status: 'approved', amountMinor: 1_000 },
    stored: [stateOf, { status: 'approved', steps: 5 }],
  },
  'transactions decline': {
    given: withdrawal([], ...reason),
    ...stepped,
    data: { status: 'declined', lastStep: 'declined' },
    stored: [stateOf, { status: 'declined', steps: 2 }],
  },
  'transactions deposit': {
    given: ofCustomer('20', ...reason),
    ...byHand,
    data: { amountMinor: 2_000, status: 'approved' },
    stored: [balance, { balance_minor: 102_000, ...none }],
  },
  'transactions bonus': {
    given: ofCustomer('10', ...reason),
    ...byHand,
    data: { amountMinor: 1_000 },
    stored: [balance, { ...none, balance_minor: 101_000, bonus_minor: 1_000 }],
  },
  'transactions credit': {
    given: ofCustomer('5', ...reason),
    ...byHand,
    data: { amountMinor: 500 },
    stored: [balance, { ...none, balance_minor: 100_500, credit_minor: 500 }],
  },
  'transactions fee': {
    given: ofCustomer('1', ...reason),
    ...byHand,
    data: { amountMinor: -100 },
    stored: [balance, { balance_minor: 99_900, ...none }],
  },
  'positions list': {
    async given(floor) {
      const owner = await customer(floor);
      await position(floor, owner);
      return { args: ['--email', owner.email] };
    },
    data: [{ symbol: 'BTCUSD' }],
  },
  'positions protect': {
    given: (floor) => withPosition(floor, 'protected = false', ...reason),
    audited: ['position_protection_changed'],
    data: { protected: true },
    stored: ['select protected from positions where id = $1', { protected: true }],
  },
  'positions unprotect': {
    given: (floor) => withPosition(floor, 'protected = true', ...reason),
    audited: ['position_protection_changed'],
    data: { protected: false },
    stored: ['select protected from positions where id = $1', { protected: false }],
  },
  'positions close': {
    given: (floor) => withPosition(floor, 'protected = false', ...reason),
    audited: ['position_closed_by_operator'],
    data: { closedRate: 60_000 },
    stored: ['select closed_rate from positions where id = $1', { closed_rate: 60_000 }],
  },
  'dry-run': {
    given: () => ({ args: ['--spread', '20'] }),
    data: { positions: anyNumber, otherProfits: anyNumber },
  },
  'ledger verify': { given: () => ({ args: [] }), data: { holds: true } },
  'ledger reconcile': {
    given: providerList,
    code: 1,
    data: {
      agrees: false,
      counts: { 'missing at us': 1, matched: 0 },
      findings: rowsWith({ verdict: 'missing at us' }),
    },
  },
  'statement verify': { given: statement, data: { holds: true } },
  backup: {
    given: ({ cwd }) => ({ args: [join(cwd, 'backup')] }),
    ...(onPostgres
      ? { code: 1, data: undefined }
      : {
          audited: ['backup_taken'],
          data: { folder: textLike(/\/backup$/), bytes: anyNumber, restore: anyThing },
        }),
  },
};
