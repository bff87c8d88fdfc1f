import type { User } from '../entities.ts';
import { hasMissingDetails } from './missing-details.ts';

/** What a new customer does before trading, in order. */
export const firstSteps = ['profile', 'documents', 'deposit', 'trade'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** `review`: the broker is checking it, the customer can only wait. `rejected`: a document has to be sent again. */
export type StepState = 'done' | 'open' | 'review' | 'rejected';

const documentFields = ['doc_passport', 'doc_address', 'doc_funding_front', 'doc_funding_back'] as const;

type Documented = Pick<User, (typeof documentFields)[number] | 'verified_account'>;

/** The state of each first step, from what the server says about the customer. */
export function stepStates(user: User): Record<FirstStep, StepState> {
  return {
    profile: hasMissingDetails(user) ? 'open' : 'done',
    documents: documentsState(user),
    deposit: user.has_deposit ? 'done' : 'open',
    trade: user.has_traded ? 'done' : 'open',
  };
}

/** The documents are done once the account is verified, and rejected if any one of them is. */
function documentsState(user: Documented): StepState {
  if (user.verified_account) return 'done';
  const statuses = documentFields.map((field) => statusOf(user[field]));
  if (statuses.includes('3')) return 'rejected';
  return statuses.includes('0') ? 'open' : 'review';
}

/** The status of a document from its JSON text; unreadable text counts as a document that was never sent. */
function statusOf(text: string): string {
  try {
    return String((JSON.parse(text) as { status: unknown }).status);
  } catch {
    return '0';
  }
}

/** The first step that the customer can take now; null if there is none, or only waiting is left. */
export function nextStep(states: Record<FirstStep, StepState>): FirstStep | null {
  // Trading needs a verified account: while the documents are in review, the customer can only wait.
  const isOpen = (step: FirstStep) =>
    (states[step] === 'open' || states[step] === 'rejected') && (step !== 'trade' || states.documents === 'done');
  return firstSteps.find(isOpen) ?? null;
}

/** Whether any first step is left. */
export function isNewCustomer(user: Pick<User, 'verified_account' | 'has_deposit' | 'has_traded'>): boolean {
  return !(user.verified_account && user.has_deposit && user.has_traded);
}

/** The step that keeps an account from being verified. */
export function stepToVerify(user: Parameters<typeof hasMissingDetails>[0]): 'profile' | 'documents' {
  return hasMissingDetails(user) ? 'profile' : 'documents';
}
