import astro from 'eslint-plugin-astro';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** What talks to the network, by global name and as a property of window, globalThis or navigator. */
const network = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'WebTransport'];
const networkMessage = 'Only src/stores talk to the network in the browser.';
const networkProperties = [
  ...['window', 'globalThis', 'self'].flatMap((object) =>
    network.map((property) => ({ object, property, message: networkMessage })),
  ),
  { object: 'navigator', property: 'sendBeacon', message: networkMessage },
];

const environment = [
  {
    object: 'process',
    property: 'env',
    message: 'Only main.ts reads the environment; config.ts makes an object of it.',
  },
];
const environmentImports = {
  group: ['process', 'node:process'],
  importNames: ['env', 'default'],
  message: 'Only main.ts reads the environment; config.ts makes an object of it.',
};

const impure = [
  { object: 'Date', property: 'now', message: 'lib is pure: time is passed in.' },
  { object: 'Math', property: 'random', message: 'lib is pure: randomness is passed in.' },
  { object: 'crypto', property: 'randomUUID', message: 'lib is pure: ids are passed in.' },
];

const skipped = ['test', 'it', 'describe', 'suite'].flatMap((object) =>
  ['skip', 'only', 'todo', 'fixme', 'fails'].map((property) => ({
    object,
    property,
    message: 'No test is skipped, and none runs alone.',
  })),
);

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Named exports, unless a tool wants a default.',
};
const noSleep = {
  selector: "CallExpression[callee.name='setTimeout'], CallExpression[callee.property.name='waitForTimeout']",
  message: 'No sleeps in tests: wait for what you wait for.',
};

/** The arrows of .dependency-cruiser.mjs for `.astro` files, which it cannot read. */
const astroArrows = (...patterns) => [
  'error',
  {
    patterns: patterns.map(([regex, message]) => ({ regex, message })),
  },
];
const never = [
  ['(^|/)server(/|$)', 'The site never imports the server.'],
  ['^(socket\\.io-client|engine\\.io-client)', networkMessage],
  ['(^|/)islands/(?!.*\\.island\\.tsx$)', 'The browser boundary is the file that ends in .island.tsx.'],
];

const cannotReach = [
  ['(^|/)pages/', 'pages → layouts → components.'],
  ['(^|/)tests/', 'The product does not know its tests.'],
];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'data/',
      '.astro/',
      'reports/',
      'test-results/',
      'playwright-report/',
      'src/server/db/migrations/',
      // Written by `npm run statements`.
      'src/server/db/statement-types.ts',
    ],
  },
  { linterOptions: { noInlineConfig: true } },

  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },

  {
    files: ['**/*.{ts,tsx,js,mjs}'],
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 250 }],
      'max-lines-per-function': ['error', { max: 70 }],
      'no-console': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: false } }],
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },

  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', noDefaultExport],
      'no-restricted-properties': ['error', ...environment],
      'no-restricted-imports': ['error', { patterns: [environmentImports] }],
    },
  },
  { files: ['**/*.d.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['src/server/main.ts', 'src/server/*-main.ts'],
    rules: { 'no-restricted-properties': 'off', 'no-restricted-imports': 'off' },
  },

  {
    files: ['src/lib/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', ...network, 'window', 'document', 'localStorage', 'process', 'Buffer'],
      'no-restricted-properties': ['error', ...environment, ...networkProperties, ...impure],
      'no-restricted-syntax': [
        'error',
        noDefaultExport,
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'lib is pure: time is passed in.',
        },
      ],
    },
  },

  {
    files: ['src/{pages,layouts,components,islands}/**/*.{ts,tsx,astro}', 'src/**/*.astro/*.{ts,js}'],
    rules: {
      'no-restricted-globals': ['error', ...network],
      'no-restricted-properties': ['error', ...environment, ...networkProperties],
    },
  },

  {
    files: ['src/**/*.tsx'],
    extends: [jsxA11y.flatConfigs.strict, reactHooks.configs.flat.recommended],
  },

  ...astro.configs.recommended,
  ...astro.configs['jsx-a11y-strict'],
  {
    files: ['**/*.astro'],
    rules: { 'max-lines': ['error', { max: 250 }], 'no-console': 'error' },
  },
  { files: ['src/pages/**/*.astro'], rules: { 'no-restricted-imports': astroArrows(...never) } },
  {
    files: ['src/layouts/**/*.astro', 'src/layouts/**/*.astro/*.{ts,js}'],
    rules: { 'no-restricted-imports': astroArrows(...never, ...cannotReach) },
  },
  {
    files: ['src/components/**/*.astro', 'src/components/**/*.astro/*.{ts,js}'],
    rules: {
      'no-restricted-imports': astroArrows(...never, ...cannotReach, [
        '(^|/)layouts/',
        'pages → layouts → components.',
      ]),
    },
  },

  {
    files: ['tests/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'max-lines-per-function': 'off',
      'no-restricted-properties': ['error', ...skipped],
      'no-restricted-syntax': ['error', noSleep],
    },
  },
  { files: ['tests/bench/**/*.ts'], rules: { 'no-restricted-syntax': 'off' } },
  { files: ['**/*.{js,mjs}', '**/*.astro/*.{ts,js}'], extends: [tseslint.configs.disableTypeChecked] },
);
