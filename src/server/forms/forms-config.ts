import type { EnvironmentReader } from '../environment.ts';

/** What the forms of the site and the mails of the server need. */
export interface FormsConfig {
  /** What visitors sent, and the mails that it became, are deleted when they are so old. */
  formRetentionDays: number;
  mail: {
    /** Null: each mail is a file in the data folder's `outbox`. May hold a password. */
    smtpUrl: string | null;
    /** An address, or `Name <address>`. */
    from: string;
    /** Who reads what visitors send. */
    contactTo: string;
  };
}

const address = /^[^\s@<>,;]+@[^\s@<>,;]+$/;
const sender = /^(?:[^<>,;\r\n]+<[^\s@<>,;]+@[^\s@<>,;]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/;

/**
 * Where there is a mail server, the addresses must be named; without one, files are from and to somebody at the site's
 * host.
 */
export function readForms(read: EnvironmentReader, siteUrl: string): FormsConfig {
  // Two years, as the privacy policy of the embedded content says.
  const formRetentionDays = read.number('FORM_RETENTION_DAYS', { fallback: 730, minimum: 1, maximum: 36_500 });
  return { formRetentionDays, mail: readMail(read, new URL(siteUrl).hostname) };
}

function readMail(read: EnvironmentReader, host: string): FormsConfig['mail'] {
  const smtpUrl = read.url('SMTP_URL', ['smtp:', 'smtps:']);
  const mailAddress = (variable: string, pattern: RegExp, expected: string, fallback: string): string => {
    const found = read.text(variable, '');
    if (found === '' && smtpUrl === null) return fallback;
    // What was found is somebody's address, and goes into no log.
    const said = found === '' ? 'nothing, although SMTP_URL is set' : 'something else (not shown)';
    if (!pattern.test(found)) read.faults.push({ variable, expected, found: said });
    return found;
  };
  return {
    smtpUrl,
    from: mailAddress('MAIL_FROM', sender, 'an address, or Name <address>', `no-reply@${host}`),
    contactTo: mailAddress('MAIL_TO_CONTACT', address, 'an address', `contact@${host}`),
  };
}
