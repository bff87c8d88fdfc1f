import type { Failure } from '../../lib/contract/envelope.ts';

/**
 * Why a form was not taken; `fields` are those of the contract. Without a code: nobody answered as the contract says.
 */
export type FormRefusal = Partial<Pick<Failure['error'], 'code' | 'fields'>>;

/** Sends a form as it stands to its own address; null: it was taken. `token` is what the check of humanity gave. */
export async function sendForm(form: HTMLFormElement, token: string | undefined): Promise<FormRefusal | null> {
  const data = new FormData(form);
  if (token) data.set('recaptcha', token);
  // Its fields are texts: there is no file among them.
  const body = new URLSearchParams(data as unknown as Record<string, string>);
  try {
    const response = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } });
    const answer = (await response.json()) as { status?: unknown; error?: FormRefusal };
    return answer.status === 'success' ? null : (answer.error ?? {});
  } catch {
    return {};
  }
}
