import type { OpenApiResponse } from './openapi-problems.ts';

/** Answers that are not in the envelope: pages for browsers without scripts, and what Cockpit v1 says. */

/** A form that was sent by a page and taken; one that was not comes back as that page, under the status of its problem. */
export const plainFormAnswer: Readonly<Record<string, OpenApiResponse>> = {
  '303': {
    description: 'To a form of a page without scripts: the visitor is led back to `page`, which says thanks.',
    headers: { Location: { description: 'The page, and the place of the thanks on it.', schema: { type: 'string' } } },
  },
};

const empty = (what: string): OpenApiResponse => ({ description: `${what} The answer is empty.` });

const said = (description: string, value: Readonly<Record<string, unknown>>): OpenApiResponse => ({
  description,
  content: { 'application/json': { schema: { type: 'object' }, examples: { Cockpit: { value } } } },
});

/** What each of Cockpit's calls answers besides success and our own problems. */
export const cockpitRefusals: Readonly<Record<string, Readonly<Record<string, OpenApiResponse>>>> = {
  getCollection: {
    '406': said('A rule of the filter is not understood.', {
      error: true,
      message: 'Oooops, something went wrong.',
    }),
    '412': said('There is no such collection.', { error: 'Collection not found' }),
  },
  getSingleton: { '404': empty('There is no such singleton.') },
  submitForm: { '404': empty('The content has no such form.') },
};
