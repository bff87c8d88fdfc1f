import { useMemo, useState } from 'react';
import { hasMissingDetails } from '../../lib/contract/accounts/missing-details.ts';
import type { Problem } from '../../lib/contract/problem.ts';
import type { Messages, Translate } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import { logIn } from '../../stores/sign-in/log-in.ts';
import { humanToken, loadRecaptcha } from '../../stores/forms/human-token.ts';
import { clientInfo } from '../../stores/shell/client-info.ts';
import { detailsPathFor, landingPath } from '../../stores/landing-path.ts';
import type { Credentials } from './credentials-form.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { FactorStep } from './factor-step.tsx';

interface LoginIslandProps {
  messages: Messages;
  /** Where to go after the log-in, unless the customer came from another page. */
  homePath: string;
  /** Where to go if the profile is incomplete. */
  detailsPath: string;
  /** Null if the broker does not use reCAPTCHA. */
  recaptchaSiteKey: string | null;
}

/** Email and password, then the code of the second factor if the account requires one. */
export function LoginIsland({ messages, homePath, detailsPath, recaptchaSiteKey: siteKey }: LoginIslandProps) {
  const t = useMemo(() => createTranslate(messages), [messages]);
  const [typed, setTyped] = useState<Credentials>();
  const [isHalfWay, setIsHalfWay] = useState(false);
  const load = () => {
    void clientInfo();
    if (siteKey !== null) void loadRecaptcha(siteKey).catch(() => 0);
  };

  async function enter(credentials: Credentials & { second_factor?: string }): Promise<string | undefined> {
    // An empty token tells the server that this browser cannot get a reCAPTCHA token.
    const recaptcha = siteKey === null ? undefined : ((await humanToken(siteKey, 'login')) ?? '');
    const result = await logIn({ ...credentials, recaptcha });
    if (result.ok) {
      const { search, origin } = location;
      const landing = landingPath({ search, origin, fallback: homePath });
      const goal = hasMissingDetails(result.user)
        ? detailsPathFor(landing, { details: detailsPath, home: homePath })
        : landing;
      // `replace`, so that the back button does not return to the filled-in form.
      location.replace(goal);
    } else if (result.problem.code === 'SECOND_FACTOR_REQUIRED' && !isHalfWay) {
      setTyped(credentials);
      setIsHalfWay(true);
    } else {
      return refusalText(t, result.problem);
    }
  }

  if (typed && isHalfWay) {
    const send = (code: string) => enter({ ...typed, second_factor: code });
    return <FactorStep translate={t} send={send} onBack={() => setIsHalfWay(false)} />;
  }
  return <CredentialsForm translate={t} typed={typed} onFocus={load} send={enter} />;
}

function refusalText(t: Translate, problem: Problem): string {
  return problem.code === 'UNAVAILABLE' ? t('login.unreachable') : t(`problems.${problem.code}`);
}
