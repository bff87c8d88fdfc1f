import type { MailDriver } from './mail.ts';
import { composed, MailRefused } from './mail.ts';

const connectionTimeoutMs = 10_000;
const silenceTimeoutMs = 20_000;

/**
 * Sends mails to an SMTP server, with a connection for each: `smtp://user:password@host:587`, or `smtps:` for TLS from
 * the start.
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
 * A 5xx about recipients or content is final; one about our user name and password is a wrong configuration that we can
 * fix.
 */
function isFinal(fault: unknown): boolean {
  if (!(fault instanceof Error) || !('responseCode' in fault) || !('code' in fault)) return false;
  return (fault.code === 'EENVELOPE' || fault.code === 'EMESSAGE') && Number(fault.responseCode) >= 500;
}
