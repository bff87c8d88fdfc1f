import type { SiteContent } from '../../content/model/site-content.ts';
import type { RefusedForm } from '../../content/site-facts.ts';
import type { RenderedPage } from '../site/send-rendered.ts';
import type { PublishedForms } from './published-forms.ts';

/** Pages with forms on them that are the same for everybody: rendered once for each content, however often they are sent. */
export interface ReadyPages {
  /** The page at a path, saying at its form that too much was sent; null where the form is not on it. */
  tooMany: (path: string, form: string) => Promise<RenderedPage | null>;
}

interface ReadyPagesParts {
  pages: { render: (path: string, refusedForm: RefusedForm) => Promise<RenderedPage | null> } | null;
  published: PublishedForms;
}

export function createReadyPages({ pages, published }: ReadyPagesParts): ReadyPages {
  const ready = new WeakMap<SiteContent, Map<string, Promise<RenderedPage | null>>>();
  return {
    async tooMany(path, form) {
      if (!pages || !published.isOn(path, form)) return null;
      const content = published.content();
      const made = ready.get(content) ?? new Map<string, Promise<RenderedPage | null>>();
      ready.set(content, made);
      const name = `${path}#${form}`;
      const page = made.get(name) ?? pages.render(path, { form, values: {}, problem: 'TOO_MANY_REQUESTS' });
      made.set(name, page);
      // What failed once is tried again.
      page.catch(() => made.delete(name));
      return page;
    },
  };
}
