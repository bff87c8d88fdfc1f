import type { APIRoute } from 'astro';

export const GET: APIRoute = ({ locals }) => {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /preview/',
    `Sitemap: ${locals.site.origin()}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
