/// <reference types="astro/client" />

import type { SiteFacts } from './content/site-facts.ts';

declare global {
  namespace App {
    /** What pages are told by who renders them. */
    interface Locals {
      site: SiteFacts;
    }
  }
}
