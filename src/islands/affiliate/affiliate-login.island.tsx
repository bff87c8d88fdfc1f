import { useMemo } from 'react';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import type { Problem } from '../../lib/contract/problem.ts';
import { logInAffiliate } from '../../stores/affiliate/affiliate-sign-in.ts';
import { humanToken, loadRecaptcha } from '../../stores/forms/human-token.ts';
import { clientInfo } from '../../stores/shell/client-info.ts';
import type { Credentials } from '../sign-in/credentials-form.tsx';
import { CredentialsForm } from '../sign-in/credentials-form.tsx';

interface AffiliateLoginIslandProps {
  /** Texts by namespace: login, fields, problems. */
  messages: Messages;
  /** Null if the broker does not use reCAPTCHA. */
  recaptchaSiteKey: string | null;
}

/** The affiliates' log-in. It opens a session of its own, independent of a customer's. */
export function AffiliateLoginIsland({ messages, recaptchaSiteKey: siteKey }: AffiliateLoginIslandProps) {
  const t = useMemo(() => createTranslate(messages), [messages]);
  const load = () => {
    void clientInfo();
    if (siteKey !== null) void loadRecaptcha(siteKey).catch(() => 0);
  };
  const enter = async (credentials: Credentials): Promise<string | undefined> => {
    // An empty token tells the server that this browser cannot get a reCAPTCHA token.
    const recaptcha = siteKey === null ? undefined : ((await humanToken(siteKey, 'login')) ?? '');
    const result = await logInAffiliate({ ...credentials, recaptcha });
    return result.ok ? undefined : refusalText(result.problem);
  };
  const refusalText = ({ code }: Problem) => t(code === 'UNAVAILABLE' ? 'login.unreachable' : `problems.${code}`);
  return <CredentialsForm translate={t} typed={undefined} onFocus={load} send={enter} />;
}
