import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

/**
 * Tests the rules that linting adds to those about arrows, each with a source that breaks it. A `.ts` source is linted
 * in place of the real file at its path.
 */

const linter = new ESLint();
const page = (frontmatter: string) => `---\n${frontmatter}\n---\n\n<p>Text</p>\n`;

async function brokenRules(filePath: string, text: string): Promise<string[]> {
  const results = await linter.lintText(text, { filePath });
  return [...new Set(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => ruleId ?? message)))];
}

test.each([
  ['a page imports the server', 'src/pages/x.astro', page("import { config } from '../server/config.ts';\nconfig();")],
  [
    'a page reaches into an island',
    'src/pages/x.astro',
    page("import { t } from '../islands/sign-in/texts.ts';\nt();"),
  ],
  [
    'a component imports a layout',
    'src/components/x.astro',
    page("import Site from '../layouts/site.astro';\nSite();"),
  ],
  ['a layout imports a page', 'src/layouts/x.astro', page("import Home from '../pages/index.astro';\nHome();")],
  ['a component holds a socket', 'src/components/x.astro', page("import { io } from 'socket.io-client';\nio();")],
  [
    'a script in a component imports the server',
    'src/components/x.astro',
    "<script>\n  import { config } from '../server/config.ts';\n  config();\n</script>\n",
  ],
])('%s: refused', async (_, path, text) => {
  expect(await brokenRules(path, text)).toContain('no-restricted-imports');
});

test.each([
  ['a component fetches', 'src/components/x.astro', page("await fetch('/api');"), 'no-restricted-globals'],
  [
    'a script in a component fetches',
    'src/components/x.astro',
    "<script>\n  await fetch('/api');\n</script>\n",
    'no-restricted-globals',
  ],
  [
    'a component fetches by window',
    'src/components/x.astro',
    page("await window.fetch('/');"),
    'no-restricted-properties',
  ],
  ['lib reads the clock', 'src/lib/trading/limits.ts', 'export const now = Date.now();', 'no-restricted-properties'],
  ['lib makes the time', 'src/lib/trading/limits.ts', 'export const now = new Date();', 'no-restricted-syntax'],
  ['lib fetches', 'src/lib/trading/limits.ts', "export const got = fetch('/');", 'no-restricted-globals'],
  [
    'the server reads the environment',
    'src/server/runtime.ts',
    'export const { PORT } = process.env;',
    'no-restricted-properties',
  ],
  [
    'the server imports process',
    'src/server/runtime.ts',
    "import { env } from 'node:process';\nexport { env };",
    'no-restricted-imports',
  ],
  ['a default export', 'src/server/runtime.ts', 'export default 1;', 'no-restricted-syntax'],
  [
    'a promise nobody waits for',
    'src/server/runtime.ts',
    'Promise.resolve(1);',
    '@typescript-eslint/no-floating-promises',
  ],
  ['a file of 251 lines', 'src/server/runtime.ts', 'export {};\n'.repeat(251), 'max-lines'],
  [
    'a function of 71 lines',
    'src/server/runtime.ts',
    `export function long(): void {\n${'  void 0;\n'.repeat(69)}}\n`,
    'max-lines-per-function',
  ],
  ['any', 'src/server/runtime.ts', 'export const loose: any = 1;', '@typescript-eslint/no-explicit-any'],
  ['ts-ignore', 'src/server/runtime.ts', '// @ts-ignore\nexport const loose = 1;', '@typescript-eslint/ban-ts-comment'],
  ['a skipped test', 'tests/gates/lint.test.ts', "it.skip('x', () => undefined);", 'no-restricted-properties'],
  ['a sleep', 'tests/gates/lint.test.ts', 'await new Promise((done) => setTimeout(done, 9));', 'no-restricted-syntax'],
])('%s: refused', async (_, path, text, rule) => {
  expect(await brokenRules(path, text)).toContain(rule);
});

test('a comment cannot switch a rule off', async () => {
  const text = '/* eslint-disable */\nexport const now = Date.now();\n';
  expect(await brokenRules('src/lib/trading/limits.ts', text)).toContain('no-restricted-properties');
});
