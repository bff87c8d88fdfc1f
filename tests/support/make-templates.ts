import { makeTemplates } from './database-templates.ts';

/** A program, because Vitest's global set-up cannot load the embedded database. */

await makeTemplates();
