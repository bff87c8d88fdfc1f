import { makeTemplates } from './database-templates.ts';

/** Makes the databases' templates. A program of its own: Vitest's global set-up cannot load the embedded database. */

await makeTemplates();
