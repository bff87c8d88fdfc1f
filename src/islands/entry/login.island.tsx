import { useMemo, useState } from 'react';
import { hasMissingDetails } from '../../lib/contract/accounts/missing-details.ts';
import type { Problem } from '../../lib/contract/problem.ts';
import type { Messages, Translate } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import { logIn } from '../../stores/entry/log-in.ts';
import { humanToken, loadRecaptcha } from '../../stores/forms/human-token.ts';
import { clientInfo } from '../../stores/frame/client-info.ts';
import { detailsPathFor, landingPath } from '../../stores/landing-path.ts';
import type { Credentials } from './credentials-form.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { FactorStep } from './factor-step.tsx';

interface LoginIslandProps {
  messages: Messages;
  /** Where a log-in leads that came from nowhere else. */
  homePath: string;
  /** Where it leads whose profile is not complete. */
  detailsPath: string;
  /** Null: the broker has no reCAPTCHA. */
  recaptchaSiteKey: string | null;
}

/** Email and password, and then the code of the second factor where the account asks for one. */
export function LoginIsland({ messages, homePath, detailsPath, recaptchaSiteKey: siteKey }: LoginIslandProps) {
  const t = useMemo(() => createTranslate(messages), [messages]);
  const [typed, setTyped] = useState<Credentials>();
  const [isHalfWay, setIsHalfWay] = useState(false);
  const load = () => {
    void clientInfo();
    if (siteKey !== null) void loadRecaptcha(siteKey).catch(() => 0);
  };

  async function enter(credentials: Credentials & { second_factor?: string }): Promise<string | undefined> {
    // An empty token says that there is none to be had in this browser.
    const recaptcha = siteKey === null ? undefined : ((await humanToken(siteKey, 'login')) ?? '');
    const result = await logIn({ ...credentials, recaptcha });
    if (result.ok) {
      const { search, origin } = location;
      const landing = landingPath({ search, origin, fallback: homePath });
      const goal = hasMissingDetails(result.user)
        ? detailsPathFor(landing, { details: detailsPath, home: homePath })
        : landing;
      // The form, and what was typed into it, is nothing to come back to.
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
