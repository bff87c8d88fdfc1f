import type { EnvironmentReader } from '../environment.ts';
import { mailAddress } from '../environment.ts';

/** The settings for the site's forms and the server's mails. */
export interface FormsConfig {
  /** Form submissions, and the mails about them, are deleted at this age. */
  formRetentionDays: number;
  mail: {
    /** Null: each mail becomes a file in the data folder's `outbox`. May hold a password. */
    smtpUrl: string | null;
    /** An address, or `Name <address>`. */
    from: string;
    /** The recipient of visitors' messages. */
    contactTo: string;
  };
}

const sender = /^(?:[^<>,;\r\n]+<[^\s@<>,;]+@[^\s@<>,;]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/;

/**
 * Reads the settings. With SMTP_URL, both addresses must be set; without it, they default to addresses at the site's
 * host.
 */
export function readForms(read: EnvironmentReader, siteUrl: string): FormsConfig {
  // Two years, as the privacy policy of the embedded content states.
  const formRetentionDays = read.number('FORM_RETENTION_DAYS', { fallback: 730, minimum: 1, maximum: 36_500 });
  return { formRetentionDays, mail: readMail(read, new URL(siteUrl).hostname) };
}

function readMail(read: EnvironmentReader, host: string): FormsConfig['mail'] {
  const smtpUrl = read.url('SMTP_URL', ['smtp:', 'smtps:']);
  const readAddress = (variable: string, pattern: RegExp, expected: string, fallback: string): string => {
    const found = read.text(variable, '');
    if (found === '' && smtpUrl === null) return fallback;
    // The value is an email address, so it is not logged.
    const said = found === '' ? 'nothing, although SMTP_URL is set' : 'something else (not shown)';
    if (!pattern.test(found)) read.faults.push({ variable, expected, found: said });
    return found;
  };
  return {
    smtpUrl,
    from: readAddress('MAIL_FROM', sender, 'an address, or Name <address>', `no-reply@${host}`),
    contactTo: readAddress('MAIL_TO_CONTACT', mailAddress, 'an address', `contact@${host}`),
  };
}
