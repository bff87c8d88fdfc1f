import type { APIRoute } from 'astro';
import { sitemapText } from '../components/seo/sitemap.ts';

export const GET: APIRoute = ({ locals }) => {
  const text = sitemapText(locals.site.listing(), locals.site.origin());
  return new Response(text, { headers: { 'content-type': 'application/xml' } });
};
