import type { Failure } from '../../lib/contract/envelope.ts';

/**
 * Why a form was refused; `fields` are those of the contract. Without a code, there was no answer, or one that does not
 * follow the contract.
 */
export type FormRefusal = Partial<Pick<Failure['error'], 'code' | 'fields'>>;

/** Posts a form to its own `action`; returns null if it was accepted. `token` comes from the humanity check. */
export async function sendForm(form: HTMLFormElement, token: string | undefined): Promise<FormRefusal | null> {
  const data = new FormData(form);
  if (token) data.set('recaptcha', token);
  // The cast is safe: the form has no file inputs, so all values are strings.
  const body = new URLSearchParams(data as unknown as Record<string, string>);
  try {
    const response = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } });
    const answer = (await response.json()) as { status?: unknown; error?: FormRefusal };
    return answer.status === 'success' ? null : (answer.error ?? {});
  } catch {
    return {};
  }
}
