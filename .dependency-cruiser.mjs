/**
 * The architecture's import rules, including type imports. dependency-cruiser does not read `.astro` files; for them,
 * the same rules are `no-restricted-imports` in eslint.config.js. tests/gates/arrows.test.ts shows that each rule
 * catches a violation.
 */

/** @type {(name: string, comment: string, from: object, to: object) => import('dependency-cruiser').IForbiddenRuleType} */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const server = '^src/server/';
const browser = '^src/(pages|layouts|components|islands|stores)/';
const rowsAndBooks = ['-rows\\.ts$', '^src/server/db/', '^src/server/ledger/ledger-writer\\.ts$'];
/** The files that wire the parts together: the app, its start and stop, and the dev server. */
const composition = '^src/server/(main|app|lifecycle|dev-app|dev-integration)\\.ts$';
const edges = ['-(routes|socket|plugin)\\.ts$', '^src/server/(http|socket)/', '^src/server/(app|main)\\.ts$'];

/** Matches npm packages, whichever folder they are installed in. */
const npm = (names) => `(^|/)node_modules/(${names})/`;

const wherever = [
  forbid('no-circles', 'No import cycles.', {}, { circular: true }),
  forbid(
    'no-unresolvable',
    'Every import must resolve.',
    {},
    { couldNotResolve: true, pathNot: '\\.astro$|^astro:|^virtual:' },
  ),
  forbid(
    'src-imports-no-tests',
    'The product imports nothing from its tests and tools.',
    { path: '^src/' },
    { path: '^(tests|scripts)/' },
  ),
  forbid(
    'no-development-packages',
    'What ships must be in `dependencies`.',
    { path: '^src/' },
    { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  ),
];

const site = [
  forbid(
    'lib-stays-in-lib',
    'lib runs everywhere, so it imports nothing of ours outside lib.',
    { path: '^src/lib/' },
    { path: '^(src|tests|scripts)/', pathNot: '^src/lib/' },
  ),
  forbid(
    'lib-needs-zod-at-most',
    'lib imports no package but zod, and nothing from Node.',
    { path: '^src/lib/' },
    { dependencyTypes: ['npm', 'npm-dev', 'npm-no-pkg', 'core'], pathNot: npm('zod') },
  ),
  forbid(
    'brand-is-data',
    'brand.ts imports nothing of ours but lib.',
    { path: '^src/brand\\.ts$' },
    { path: '^src/', pathNot: '^src/(lib/|brand\\.ts$)' },
  ),
  forbid('browser-never-reaches-server', 'The site calls the API.', { path: browser }, { path: server }),
  forbid(
    'content-stands-on-lib',
    'content imports only content, lib and brand.ts.',
    { path: '^src/content/' },
    { path: '^src/', pathNot: '^src/(content/|lib/|brand\\.ts$)' },
  ),
  forbid(
    'stores-stand-on-lib',
    'stores import only stores, lib and brand.ts.',
    { path: '^src/stores/' },
    { path: '^src/', pathNot: '^src/(stores/|lib/|brand\\.ts$)' },
  ),
  forbid(
    'islands-stand-on-stores',
    'islands import only islands, stores, lib and brand.ts, never content.',
    { path: '^src/islands/' },
    { path: '^src/', pathNot: '^src/(islands/|stores/|lib/|brand\\.ts$)' },
  ),
  forbid(
    'layouts-and-components-below-pages',
    'pages → layouts → components.',
    { path: '^src/(layouts|components)/' },
    { path: '^src/pages/' },
  ),
  forbid(
    'components-below-layouts',
    'pages → layouts → components.',
    { path: '^src/components/' },
    { path: '^src/layouts/' },
  ),
  forbid(
    'only-stores-hold-sockets',
    'Only stores may use the network in the browser.',
    { path: '^src/', pathNot: '^src/stores/' },
    { path: npm('socket\\.io-client|engine\\.io-client') },
  ),
];

const house = [
  forbid('server-never-reaches-the-site', 'The server serves the built site.', { path: server }, { path: browser }),
  forbid(
    'only-main-and-development-compose',
    'Only main and the dev server compose the app.',
    { path: '^src/', pathNot: composition },
    { path: '^src/server/(app|main)\\.ts$' },
  ),
  forbid(
    'use-cases-below-routes',
    'plugins, routes, sockets → use cases → rows, drivers, rules.',
    { path: server, pathNot: [...edges, composition] },
    { path: edges },
  ),
  forbid(
    'rows-are-the-ground',
    'Rows import rows, db, lib and types of their own feature.',
    { path: '^src/server/.*-rows\\.ts$' },
    { path: '^src/server/(http|socket|app|config|main)' },
  ),
  forbid(
    'only-rows-touch-drizzle',
    'Only *-rows.ts, db/ and the ledger’s writer touch Drizzle and the drivers.',
    { path: '^src/', pathNot: rowsAndBooks },
    { path: npm('drizzle-orm|pg|pg-protocol|@types/pg|@electric-sql/pglite') },
  ),
  forbid(
    'only-rows-know-the-schema',
    'Only *-rows.ts, db/ and the ledger’s writer know the tables.',
    { path: '^src/', pathNot: rowsAndBooks },
    { path: '^src/server/db/schema[/.]' },
  ),
  forbid(
    'ledger-imports-no-feature',
    'The ledger keeps books and imports no feature.',
    { path: '^src/server/ledger/' },
    { path: server, pathNot: '^src/server/(ledger/|db/|runtime\\.ts$)' },
  ),
  forbid(
    'db-imports-no-feature',
    'db is below every feature.',
    { path: '^src/server/db/' },
    { path: server, pathNot: '^src/server/db/' },
  ),
  forbid(
    'auth-knows-no-form',
    'forms may import auth, but not the other way round.',
    { path: '^src/server/auth/' },
    { path: '^src/server/forms/' },
  ),
  forbid(
    'payments-know-no-affiliate',
    'Payments announce what they credit, and affiliates listen.',
    { path: '^src/server/payments/' },
    { path: '^src/server/affiliates/' },
  ),
  forbid(
    'rules-are-pure',
    'Rules import only rules and lib.',
    { path: '^src/server/[^/]+/rules/' },
    { path: '^src/|^node:', pathNot: '^src/(lib/|server/[^/]+/rules/)' },
  ),
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...wherever, ...site, ...house],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|\\.astro)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
