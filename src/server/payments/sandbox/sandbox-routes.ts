import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { parsePlainForms } from '../../forms/plain-forms.ts';
import { sendProblem } from '../../http/send-problem.ts';
import { languageOf } from '../../mail/mail-words.ts';
import { siteHeaders } from '../../site/page-headers.ts';
import { loadPageTexts } from '../page-texts.ts';
import type { Sandbox, SandboxChoice } from './sandbox.ts';
import { chosenStates, sandboxChoices } from './sandbox.ts';
import { sandboxPages } from './sandbox-driver.ts';
import type { SandboxPage } from './sandbox-page.ts';
import { isFramed, lostPage, paymentPage } from './sandbox-page.ts';
import type { SandboxPayment } from './sandbox-rows.ts';
import { fontPath } from './sandbox-style.ts';

const font = createRequire(import.meta.url).resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2');

const sentForm = z.object({ choice: z.enum(sandboxChoices) });
type Paying = FastifyRequest<{ Params: { reference: string } }>;

interface SandboxRoutesOptions {
  sandbox: Sandbox;
  /** The origins of the broker's own site, whose deposit shows a wallet's page in an iframe. */
  shownIn: readonly string[];
}

/** The pages of the simulated provider. They work without a log-in: whoever has the address can pay. */
export async function registerSandboxRoutes(
  app: FastifyInstance,
  { sandbox, shownIn }: SandboxRoutesOptions,
): Promise<void> {
  const words = loadPageTexts('sandbox');
  const fontFile = await readFile(font);
  const textsIn = (language: string | undefined, accepted?: string) => {
    const locale = languageOf(language, accepted);
    const t = words.get(locale);
    if (!t) throw new Error(`There are no texts in ${locale}`);
    return { locale, t, shownIn };
  };

  function sendPayment(reply: FastifyReply, payment: SandboxPayment): FastifyReply {
    return send(reply, 200, paymentPage(textsIn(payment.language), payment, sandbox));
  }
  function sendLost(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return send(reply, 404, lostPage(textsIn(undefined, request.headers['accept-language'])));
  }

  await app.register((scope, _options, done) => {
    parsePlainForms(scope);
    scope.get(fontPath, (_request, reply) =>
      reply
        .type('font/woff2')
        // An iframe with an origin of its own is another origin.
        .headers({ 'cache-control': 'public, max-age=86400', 'access-control-allow-origin': '*' })
        .send(fontFile),
    );
    scope.get(`${sandboxPages}/:reference`, async (request: Paying, reply) => {
      const payment = await sandbox.find(request.params.reference);
      return payment ? sendPayment(reply, payment) : sendLost(request, reply);
    });
    scope.post(`${sandboxPages}/:reference`, async (request: Paying, reply) => {
      const form = sentForm.safeParse(request.body);
      const { reference } = request.params;
      // A form in an iframe comes from no origin. Its address is a secret, and no other site may show it.
      if (!isFromHere(request) && !isFramed({ reference })) return sendProblem(reply, { code: 'FORBIDDEN' });
      if (!form.success)
        return sendProblem(reply, { code: 'VALIDATION', fields: { choice: 'Choose one of the options' } });
      const payment = await sandbox.choose(reference, form.data.choice);
      return payment ? redirectAfter(reply, payment, form.data.choice) : sendLost(request, reply);
    });
    done();
  });
}

/**
 * Redirects to the site from which the payment was started, or back to the payment's page if an earlier choice counts.
 * In an iframe it is always the latter, because the deposit around it goes on by itself.
 */
function redirectAfter(reply: FastifyReply, payment: SandboxPayment, choice: SandboxChoice): FastifyReply {
  const isAsChosen = payment.state === chosenStates[choice];
  const location = isAsChosen && !isFramed(payment) ? payment.returnUrl : `${sandboxPages}/${payment.reference}`;
  return reply.code(303).headers({ location, 'cache-control': 'no-store' }).send();
}

/** Whether the form comes from our own page, by the headers that browsers send. */
function isFromHere({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}

function send(reply: FastifyReply, status: number, { html, headers, isFramed: inFrame }: SandboxPage): FastifyReply {
  reply.code(status).headers({ ...siteHeaders, ...headers });
  // Forbids iframes; for a wallet's page the content security policy says who may show it.
  if (inFrame) reply.removeHeader('x-frame-options');
  return reply.send(html);
}
