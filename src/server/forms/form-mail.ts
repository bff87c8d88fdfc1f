import type { Mail } from '../mail/mail.ts';
import type { FormSubmission } from './form-submission-rows.ts';

export interface SentForm {
  /** `contact`, or `cms:` and the name of a form of the content. */
  form: string;
  fields: Readonly<Record<string, string>>;
  humanity: FormSubmission['humanity'];
  createdAt: Date;
}

const labels: Readonly<Record<string, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
};

const warnings: Readonly<Partial<Record<FormSubmission['humanity'], string>>> = {
  missing: 'It came from a page without scripts: whether a person sent it was not checked.',
  unavailable: 'The reCAPTCHA verifier did not answer: whether a person sent it was not checked.',
};

/** The mail that notifies the broker of a submission; a reply to it goes to the visitor. */
export function formMail({ form, fields, humanity, createdAt }: SentForm, to: string): Mail {
  const { message = '', ...others } = fields;
  const name = fields['name'] ?? [fields['first_name'], fields['last_name']].filter(Boolean).join(' ');
  const warning = warnings[humanity];
  const what = form === 'contact' ? 'Contact form' : `Form ${form.replace(/^cms:/, '')}`;
  const lines = Object.entries(others).map(([key, value]) => `${labels[key] ?? key}: ${value}`);
  const sentAt = `${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const text = [...lines, '', message, '', '-- ', `Sent on ${sentAt}.`, ...(warning ? [warning] : [])].join('\n');
  return {
    ...{ to, subject: `${warning ? '[not checked] ' : ''}${what}: ${name}`, text },
    ...(fields['email'] !== undefined && { replyTo: fields['email'] }),
  };
}
