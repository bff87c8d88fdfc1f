/// <reference types="astro/client" />

import type { SiteFacts } from './content/site-facts.ts';

declare global {
  namespace App {
    /** Data that the server, or the middleware in development, passes to a page when it renders it. */
    interface Locals {
      site: SiteFacts;
    }
  }
}
