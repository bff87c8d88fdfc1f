import { existsSync } from 'node:fs';
import buildSite from './build-site.ts';

/** In a clean clone the first server that a flow starts would build the site, within the time that the flow has for itself. */
export default function buildFirst(): void {
  if (!existsSync('dist/build.json')) buildSite();
}
