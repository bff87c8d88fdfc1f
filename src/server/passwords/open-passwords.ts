import type { Logger } from 'pino';
import type { BreachCheck } from './breached-passwords.ts';
import { createBreachCheck } from './breached-passwords.ts';
import { openKnownPasswords } from './known-passwords.ts';
import type { PasswordRule } from './password-rule.ts';
import { createPasswordRule } from './password-rule.ts';
import type { PasswordsConfig } from './passwords-config.ts';

export interface Passwords {
  breaches: BreachCheck;
  passwordRule: PasswordRule;
}

/** Opens the rule for new passwords. Throws if the configured file of known passwords is unusable. */
export async function openPasswords({
  config,
  logger,
}: {
  config: PasswordsConfig & { siteUrl: string };
  logger: Pick<Logger, 'warn'>;
}): Promise<Passwords> {
  const isKnown = await openKnownPasswords(config.knownPasswordsFile);
  const breaches = createBreachCheck({ url: config.breachedPasswordsUrl, logger });
  return { breaches, passwordRule: createPasswordRule({ isKnown, breaches, siteUrl: config.siteUrl }) };
}
