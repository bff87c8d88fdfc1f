import { humanToken, loadRecaptcha } from '../../stores/forms/human-token.ts';
import { sendForm } from '../../stores/forms/send-form.ts';

/** Enhances a form in the browser. Without this script the form still works, by full page loads. */

type Field = HTMLInputElement | HTMLTextAreaElement;
type Words = Partial<Record<string, string>>;

const isWrong = (field: Field) => field.ariaInvalid === 'true';

/** Shows or clears the error below a field. */
function showError(field: Field, words: string | undefined): void {
  if (words) field.ariaInvalid = 'true';
  else field.removeAttribute('aria-invalid');
  const note = field.nextElementSibling;
  if (note) note.textContent = words ?? '';
}

function check(field: Field): void {
  const { valid, valueMissing } = field.validity;
  showError(field, valid ? undefined : field.dataset[valueMissing ? 'required' : 'invalid']);
}

export function mountForm(form: HTMLFormElement): void {
  const fields = [...form.querySelectorAll<Field>('[data-required]')];
  const [button, status] = [form.querySelector('button'), form.querySelector<HTMLElement>('[data-status]')];
  const { site: siteKey, action = '' } = form.dataset;
  const words = JSON.parse(form.dataset['words'] ?? '{}') as Words;
  let isBusy = false;
  // Turns off the browser's validation bubbles, which are only for pages without scripts.
  form.noValidate = true;

  function showStatus(kind: string, text = words[kind]): void {
    if (!status || !button) return;
    isBusy = kind === 'sending';
    button.ariaBusy = String(isBusy);
    status.dataset['kind'] = kind;
    status.textContent = isBusy ? '' : (text ?? words['failed'] ?? '');
  }

  function focusWrong(): boolean {
    const first = fields.find(isWrong);
    first?.focus();
    return first !== undefined;
  }

  async function send(): Promise<void> {
    showStatus('sending');
    const token = siteKey ? await humanToken(siteKey, action) : undefined;
    // If reCAPTCHA cannot be loaded, the form is submitted as on a page without scripts, so that humans still get
    // through.
    if (siteKey && !token) {
      // Resets the form for visitors who return to this page.
      isBusy = false;
      button?.removeAttribute('aria-busy');
      form.submit();
      return;
    }
    const refusal = await sendForm(form, token);
    if (!refusal) {
      for (const field of fields) field.value = '';
      showStatus('sent');
      return;
    }
    for (const field of fields)
      if (refusal.fields?.[field.name.replace(/\[(\w+)\]/, '.$1')]) showError(field, field.dataset['invalid']);
    showStatus('failed', words[refusal.code ?? '']);
    focusWrong();
  }

  for (const field of fields) {
    field.addEventListener('blur', () => {
      field.value = field.value.trim();
      if (field.value || isWrong(field)) check(field);
    });
    field.addEventListener('input', () => isWrong(field) && check(field));
  }
  if (siteKey) form.addEventListener('focusin', () => void loadRecaptcha(siteKey).catch(() => 0), { once: true });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isBusy) return;
    for (const field of fields) {
      field.value = field.value.trim();
      check(field);
    }
    if (!focusWrong()) void send();
  });
}
