import buildSite from './build-site.ts';

/**
 * Builds the site before any flow runs. Otherwise the first server would build a missing or outdated site within the
 * time limit of its flow.
 */
export default function buildFirst(): void {
  buildSite();
}
