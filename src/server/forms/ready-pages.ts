import type { SiteContent } from '../../content/model/site-content.ts';
import type { RefusedForm } from '../../content/site-facts.ts';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import type { RenderedPage } from '../site/send-rendered.ts';
import type { PublishedForms } from './published-forms.ts';

interface UnreadForm {
  path: string;
  form: string;
  problem: ProblemCode;
}

/**
 * Pages with a refused form that are the same for every visitor. Each is rendered once and reused until the content
 * changes.
 */
export interface ReadyPages {
  /**
   * The page at a path, with the reason for the refusal at its form and nothing that the visitor typed. Null if the
   * page does not have the form.
   */
  refusing: (unread: UnreadForm) => Promise<RenderedPage | null>;
}

interface ReadyPagesParts {
  pages: { render: (path: string, refusedForm: RefusedForm) => Promise<RenderedPage | null> } | null;
  published: PublishedForms;
}

export function createReadyPages({ pages, published }: ReadyPagesParts): ReadyPages {
  const ready = new WeakMap<SiteContent, Map<string, Promise<RenderedPage | null>>>();
  return {
    async refusing({ path, form, problem }) {
      if (!pages || !published.isOn(path, form)) return null;
      const content = published.content();
      const made = ready.get(content) ?? new Map<string, Promise<RenderedPage | null>>();
      ready.set(content, made);
      const name = `${path}#${form} ${problem}`;
      const page = made.get(name) ?? pages.render(path, { form, values: {}, problem });
      made.set(name, page);
      // A failure is not cached, so the next request tries again.
      page.catch(() => made.delete(name));
      return page;
    },
  };
}
