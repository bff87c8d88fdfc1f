import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { sendContactMessage, submitForm } from '../../lib/contract/calls.ts';
import type { Result } from '../../lib/contract/problem.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { HumanCheck } from '../auth/human-check.ts';
import { registerCall } from '../http/register-call.ts';
import { createLimiter } from '../throttle/limiter.ts';
import { formLimits } from '../throttle/limits.ts';
import type { FormsConfig } from './forms-config.ts';
import type { FormPages } from './plain-forms.ts';
import { answerWithPages, isPlainForm, parsePlainForms } from './plain-forms.ts';
import type { FormCommand, AcceptFormDependencies } from './accept-form.ts';
import type { PublishedForms } from './published-forms.ts';
import { createReadyPages } from './ready-pages.ts';
import { acceptForm } from './accept-form.ts';

export interface FormRoutesParts extends Pick<AcceptFormDependencies, 'database' | 'mailer' | 'runtime'> {
  sessions: Sessions;
  redis: Redis | null;
  /** Null if the pages are served elsewhere: plain forms are then answered with the JSON envelope. */
  pages: FormPages | null;
  config: { mail: Pick<FormsConfig['mail'], 'contactTo'>; siteUrl: string; siteOrigins: readonly string[] };
  isHuman: HumanCheck;
  published: PublishedForms;
  logger: AcceptFormDependencies['logger'];
}

/**
 * Registers the calls of the site's forms in a Fastify scope of their own, because plain forms are parsed only there.
 */
export async function registerFormRoutes(app: FastifyInstance, parts: FormRoutesParts): Promise<void> {
  await app.register((scope, _options, done) => {
    parsePlainForms(scope);
    registerForms(scope, parts);
    done();
  });
}

interface BotCheckFields {
  topic?: string | undefined;
  recaptcha?: string | undefined;
}

function registerForms(
  scope: FastifyInstance,
  { sessions, redis, pages, config, published, ...parts }: FormRoutesParts,
): void {
  const limiter = createLimiter(redis, formLimits);
  const dependencies = { ...parts, limiter, contactTo: config.mail.contactTo };

  async function accept(
    command: Pick<FormCommand, 'form' | 'fields' | 'action'>,
    { topic, recaptcha }: BotCheckFields,
    request: FastifyRequest,
  ): Promise<Result> {
    const from = { isWithoutScripts: isPlainForm(request), address: request.ip };
    return acceptForm(dependencies, { ...command, ...from, trap: topic, token: recaptcha });
  }

  const siteOrigins = [config.siteUrl, ...config.siteOrigins];
  const answers = { pages, limiter, siteOrigins, readyPages: createReadyPages({ pages, published }) };
  const contactAnswer = answerWithPages({ ...answers, formOf: () => 'contact' });
  registerCall(scope, sendContactMessage, { sessions, answer: contactAnswer }, async ({ body, request }) => {
    const { topic, recaptcha, page: _page, ...fields } = body;
    const accepted = await accept({ form: 'contact', action: 'contact', fields }, { topic, recaptcha }, request);
    return accepted.ok ? { ok: true, data: null } : accepted;
  });

  const isThere = ({ form }: { form: string }) => published.has(form);
  const formAnswer = answerWithPages({ ...answers, formOf: ({ params }) => (params as { form: string }).form });
  registerCall(scope, submitForm, { sessions, isThere, answer: formAnswer }, async ({ body, params, request }) => {
    const accepted = await accept({ form: `cms:${params.form}`, action: 'form', fields: body.form }, body, request);
    return accepted.ok ? { ok: true, data: { status: 'success' } } : accepted;
  });
}
