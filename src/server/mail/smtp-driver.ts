import type { MailDriver } from './mail.ts';
import { composed, MailRefused } from './mail.ts';

const connectionTimeoutMs = 10_000;
const silenceTimeoutMs = 20_000;

/**
 * Sends each mail to an SMTP server over a connection of its own: `smtp://user:password@host:587`, or `smtps:` for TLS
 * from the start.
 */
export function createSmtpDriver({ smtpUrl }: { smtpUrl: string }): MailDriver {
  return {
    async deliver(mail) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: connectionTimeoutMs,
        greetingTimeout: connectionTimeoutMs,
        socketTimeout: silenceTimeoutMs,
      });
      try {
        await transport.sendMail(composed(mail));
        return { said: 'a mail has left' };
      } catch (fault) {
        throw isFinal(fault) ? new MailRefused('The server refused the mail', { cause: fault }) : fault;
      } finally {
        transport.close();
      }
    },
  };
}

/**
 * A 5xx reply about recipients or content is final. One about our user name and password is not, because the
 * configuration can be fixed.
 */
function isFinal(fault: unknown): boolean {
  if (!(fault instanceof Error) || !('responseCode' in fault) || !('code' in fault)) return false;
  return (fault.code === 'EENVELOPE' || fault.code === 'EMESSAGE') && Number(fault.responseCode) >= 500;
}
