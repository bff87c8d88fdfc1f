import type { Failure } from '../../lib/contract/envelope.ts';

/**
 * Why a form was refused; `fields` are those of the contract. Without a code: no answer, or not one of the contract.
 */
export type FormRefusal = Partial<Pick<Failure['error'], 'code' | 'fields'>>;

/** Sends a form to its own address; null: it was accepted. `token` is that of the humanity check. */
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
