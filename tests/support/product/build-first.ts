import buildSite from './build-site.ts';

/**
 * The first server that a flow starts would otherwise build the site where it is missing or old, within the time that
 * the flow has for itself.
 */
export default function buildFirst(): void {
  buildSite();
}
