/// <reference types="astro/client" />

import type { SiteQuestions } from './content/site-questions.ts';

declare global {
  namespace App {
    /** What the server, or the middleware in development, passes to a page when it renders it. */
    interface Locals {
      site: SiteQuestions;
    }
  }
}
