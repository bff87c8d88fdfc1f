import type { CaseFloor, CommandCases } from './case-floor.ts';
import { customer, ofCustomer, passport, reason, sessionOf, stray } from './case-floor.ts';
import { anyText, textLike } from './likenesses.ts';

const changed = { audited: ['customer_changed'] } as const;
const sessionsOfEmail =
  'select count(*)::int as sessions from sessions s join accounts a on a.id = s.account_id where a.email = $1';

async function withSession(floor: CaseFloor) {
  const owner = await customer(floor);
  await sessionOf(floor, owner);
  return owner.email;
}

async function withPassport(floor: CaseFloor, ...args: string[]) {
  const id = await passport(floor, await customer(floor));
  return { args: [id, ...args], about: id };
}

const documentState = `select a.documents -> 'doc_passport' ->> 'status' as status from documents d join accounts a on a.id = d.account_id where d.id = $1`;

/** Commands for customers, and for what they sent. */
export const customerCases: CommandCases = {
  'customers list': {
    async given(floor) {
      const { email } = await customer(floor);
      return { args: ['--search', email], about: email };
    },
    data: [{ verified: true, balanceMinor: 100_000, openPositions: 0 }],
  },
  'customers show': { given: ofCustomer(), data: { firstName: 'Ada', balanceMinor: 100_000, openPositions: 0 } },
  'customers verify': {
    async given(floor) {
      const proven = `'{"doc_passport": {"status": "2"}, "doc_address": {"status": "2"}}'`;
      const { email } = await customer(floor, `, verified = false, documents = ${proven}`);
      return { args: [email, ...reason], about: email };
    },
    ...changed,
    data: { what: 'state', from: 'not verified', to: 'verified' },
    stored: ['select verified from accounts where email = $1', { verified: true }],
  },
  'customers unverify': {
    given: ofCustomer(...reason),
    ...changed,
    data: { what: 'state', from: 'verified', to: 'not verified' },
    stored: ['select verified from accounts where email = $1', { verified: false }],
  },
  'customers level': {
    given: ofCustomer('Platinum', ...reason),
    ...changed,
    data: { from: 'none', to: 'Platinum' },
    stored: ['select level from accounts where email = $1', { level: 'Platinum' }],
  },
  'customers pin': {
    given: ofCustomer('4711', ...reason),
    ...changed,
    data: { what: 'PIN', from: 'none', to: 'set' },
    stored: ['select pin from accounts where email = $1', { pin: '4711' }],
  },
  'customers leverage': {
    given: ofCustomer('crypto', '1,5', ...reason),
    ...changed,
    data: { from: 'all', to: '1,5' },
    stored: ['select custom_leverage from accounts where email = $1', { custom_leverage: { crypto: [0, 2] } }],
  },
  'customers permissions': {
    given: ofCustomer('crypto', ...reason),
    ...changed,
    data: { to: 'crypto' },
    stored: ['select category_ids from accounts where email = $1', { category_ids: [3] }],
  },
  'customers login-link': {
    given: ofCustomer(),
    audited: ['login_code_made'],
    data: { link: textLike('/autoLogin/') },
    stored: [
      `select count(*)::int as codes from login_codes c join accounts a on a.id = c.account_id where a.email = $1 and used_at is null`,
      { codes: 1 },
    ],
  },
  'customers log-out': {
    async given(floor) {
      const email = await withSession(floor);
      return { args: [email, ...reason], about: email };
    },
    audited: ['sessions_ended'],
    data: { ended: 1 },
    stored: [sessionsOfEmail, { sessions: 0 }],
  },
  'customers block': {
    async given(floor) {
      const email = await withSession(floor);
      return { args: [email, ...reason], about: email };
    },
    audited: ['account_blocked'],
    data: { blocked: true, sessions: 1 },
    stored: ['select blocked_at is not null as blocked from accounts where email = $1', { blocked: true }],
  },
  'customers unblock': {
    async given(floor) {
      const { email } = await customer(floor, ', blocked_at = now()');
      return { args: [email, ...reason], about: email };
    },
    audited: ['account_unblocked'],
    data: { blocked: false },
    stored: ['select blocked_at from accounts where email = $1', { blocked_at: null }],
  },
  'sessions list': {
    async given(floor) {
      const email = await withSession(floor);
      return { args: [email], about: email };
    },
    data: [{ id: anyText }],
    stored: [sessionsOfEmail, { sessions: 1 }],
  },
  'sessions end': {
    async given(floor) {
      const email = await withSession(floor);
      return { args: [email, ...reason], about: email };
    },
    audited: ['sessions_ended'],
    data: { ended: 1 },
    stored: [sessionsOfEmail, { sessions: 0 }],
  },
  'second-factor show': { given: ofCustomer(), data: { enabledAt: null } },
  'second-factor off': {
    async given(floor) {
      const { email } = await customer(floor, `, factor_secret = '\\x00', factor_enabled_at = now()`);
      return { args: [email, ...reason], about: email };
    },
    audited: ['second_factor_disabled'],
    data: { text: textLike(/^The second factor of .* is off\. Sessions ended: 0\./) },
    stored: [
      'select factor_secret, factor_enabled_at from accounts where email = $1',
      { factor_secret: null, factor_enabled_at: null },
    ],
  },
  'documents list': {
    async given(floor) {
      const owner = await customer(floor);
      await passport(floor, owner);
      return { args: ['--email', owner.email] };
    },
    data: [{ field: 'doc_passport' }],
  },
  'documents view': {
    given: (floor) => withPassport(floor, '--out', 'passport.jpg'),
    audited: ['document_viewed'],
    data: { text: textLike(' is in ') },
    stored: [documentState, { status: '1' }],
  },
  'documents approve': {
    given: withPassport,
    audited: ['document_approved'],
    data: { text: textLike(/^doc_passport of .* is approved\.$/) },
    stored: [documentState, { status: '2' }],
  },
  'documents reject': {
    given: (floor) => withPassport(floor, '--note', 'Too dark'),
    audited: ['document_rejected'],
    data: { text: textLike(/^doc_passport of .* is rejected\.$/) },
    stored: [documentState, { status: '3' }],
  },
  'documents strays': {
    async given(floor) {
      await stray(floor);
      return { args: [] };
    },
    data: { text: textLike(/^[0-9a-f-]{36}(\n[0-9a-f-]{36})*$/) },
  },
  'documents delete-stray': {
    given: async (floor) => ({ args: [await stray(floor)] }),
    audited: ['stray_document_deleted'],
    data: { text: textLike(/^Deleted [0-9a-f-]{36}\.$/) },
  },
};
