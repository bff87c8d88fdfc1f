import type { APIRoute } from 'astro';
import { sitemapText } from '../components/seo/sitemap.ts';
import { switches } from '../components/build-settings.ts';

export const GET: APIRoute = ({ locals }) => {
  const { content, origin } = locals.site;
  return new Response(sitemapText(content, { origin, switches }), { headers: { 'content-type': 'application/xml' } });
};
