import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { statusPath } from '../../content/addresses.ts';
import type { StatusReport } from '../../content/status-report.ts';
import { success } from '../../lib/contract/envelope.ts';
import type { ContentKeeper } from '../content/content-keeper.ts';
import { sendProblem } from '../http/send-problem.ts';
import { sameText } from '../secrets/same-text.ts';
import type { LinkQuery, PreviewOptions } from './preview-routes.ts';
import { opens, registerPreviews, sendToEditor } from './preview-routes.ts';

export interface ContentRoutesOptions extends PreviewOptions {
  keeper: Pick<ContentKeeper, 'changed' | 'content'>;
  /** What became of the content, for its editors. */
  report: () => StatusReport;
  /** The secret that the CMS sends with its webhook, in `x-webhook-secret`. Null: there is no webhook. */
  webhookSecret: string | null;
}

const webhookLimitBytes = 8 * 1024 * 1024;

/** The calls of the CMS and its editors: the webhook after a change, previews of drafts, and the content status. */
export function registerContentRoutes(app: FastifyInstance, options: ContentRoutesOptions): void {
  registerWebhook(app, options);
  registerPreviews(app, options);
  registerStatus(app, options);
}

/**
 * The webhook only says that something changed; a pull finds out what. The call answers at once, and many calls in a
 * row lead to one pull.
 */
function registerWebhook(app: FastifyInstance, { keeper, webhookSecret }: ContentRoutesOptions): void {
  // The body contains the whole item, but is not read.
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: webhookLimitBytes }, (_request, body, parsed) => {
      body.resume();
      parsed(null);
    });
    scope.post(
      '/api/content/changed',
      { onRequest: refuseStrangers, bodyLimit: webhookLimitBytes },
      (_request, reply) => {
        keeper.changed();
        return reply.send(success(null));
      },
    );
    done();
  });

  async function refuseStrangers(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const found = request.headers['x-webhook-secret'];
    if (webhookSecret !== null && typeof found === 'string' && sameText(found, webhookSecret)) return;
    return sendProblem(reply, { code: 'FORBIDDEN' });
  }
}

function registerStatus(app: FastifyInstance, options: ContentRoutesOptions): void {
  const { site, keeper, factsOf, report } = options;
  app.get<LinkQuery>(statusPath, async (request, reply) => {
    if (!site || !opens('editor', request.query, options)) return sendToEditor(request, reply, null);
    const facts = { ...factsOf(keeper.content()), contentStatus: report() };
    return sendToEditor(request, reply, await site.render(statusPath, facts));
  });
}
