import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** What tests may do that product code may not. */
const testFiles = ['**/*.test.ts', '**/*.test.tsx', 'e2e/**/*.ts']

/** Files whose tools demand a default export. */
const configFiles = ['*.config.{js,ts}', 'e2e/**/*.config.ts', 'docs/examples/*.config.mjs']

/** Plain JavaScript that Node runs before or beside the build. */
const nodeScripts = ['scripts/**/*.mjs', 'e2e/**/*.mjs']

const nodeGlobals = Object.fromEntries(
  [
    'AbortController',
    'AbortSignal',
    'Buffer',
    'TextDecoder',
    'TextEncoder',
    'URL',
    'URLSearchParams',
    'clearInterval',
    'clearTimeout',
    'console',
    'fetch',
    'process',
    'setInterval',
    'setTimeout',
    'Headers',
    'Request',
    'Response',
    'setImmediate',
    'structuredClone',
  ].map((name) => [name, 'readonly']),
)

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name: a default export gets another name in every file that imports it.',
}

const noEnum = {
  selector: 'TSEnumDeclaration',
  message: 'Use a union of string literals: it needs no run-time code and reads the same on the wire.',
}

/** JSON that came from a socket or a file must keep what was written; the parser of core does. */
const noRawJsonParse = {
  selector: "CallExpression[callee.object.name='JSON'][callee.property.name='parse']",
  message:
    'Use the parser in lib/json: JSON.parse loses 1.0, big integers and repeated keys. Inside the parser and for our own files it is allowed by path.',
}

const restrictedSyntax = [noDefaultExport, noEnum]

/** Anything that reads the world: the core gets now, ids and chance from its caller. */
const impureGlobals = [
  'process',
  'Buffer',
  'crypto',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'queueMicrotask',
  'performance',
  'window',
  'document',
].map((name) => ({ name, message: 'Rules are pure: take what you need as an argument.' }))

export default tseslint.config(
  {
    ignores: [
      'node_modules/',
      'out/',
      'dist/',
      'coverage/',
      'e2e/.results/',
      'resources/data/',
      'src-main/lib/universal.d.ts',
    ],
  },
  {
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      // One program over everything: four times as fast as one for every layer. What a layer may see is the type check's part.
      parserOptions: { project: 'tsconfig.lint.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...restrictedSyntax],
      eqeqeq: 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'node:sqlite',
              message: 'Use @photostructure/sqlite: node:sqlite is missing on Node 20.',
            },
            { name: 'assert', message: 'Use node:assert or an exhaustive type.' },
          ],
        },
      ],
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-ignore': true, 'ts-nocheck': true, 'ts-expect-error': true, 'ts-check': false },
      ],
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      // Our objects are closures: their functions use no `this` and may be handed on.
      '@typescript-eslint/unbound-method': 'off',
      // Enums are refused above, and no two of our few classes have the same members. The three take a quarter of the lint.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true, allowNullish: false },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['src-main/{lib,domain}/**/*.ts', 'src-main/platform/form/{opening,pages,strings}/**/*.ts'],
    ignores: testFiles,
    rules: {
      'no-restricted-globals': ['error', ...impureGlobals],
      'no-restricted-properties': [
        'error',
        {
          object: 'Date',
          property: 'now',
          message: 'Rules are pure: the virtual now comes as an argument.',
        },
        {
          object: 'Math',
          property: 'random',
          message: 'Rules are pure: ids and chance come as arguments.',
        },
      ],
      'no-restricted-syntax': [
        'error',
        ...restrictedSyntax,
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Rules are pure: the virtual now comes as an argument.',
        },
      ],
    },
  },
  {
    files: ['src-main/{net,bench,platform,merchant,workbench}/**/*.ts'],
    ignores: [...testFiles, 'src-main/**/testing/**', 'src-main/bench/stored-json.ts'],
    rules: { 'no-restricted-syntax': ['error', ...restrictedSyntax, noRawJsonParse] },
  },
  {
    files: ['src-renderer/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'window',
          property: 'open',
          message: 'Ask the host to open an address: it decides what may leave.',
        },
      ],
    },
  },
  // The one place that opens the shop, by addresses of our own listeners. In the desktop the host decides about them.
  {
    files: ['src-renderer/workbench/navigation/shop-window.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // What the customer's browser loads runs in Internet Explorer 11, which has none of the preferred methods.
    // The build of these files refuses every newer name.
    files: ['src-renderer/{payment-form,merchant-library,demo-shop}/**/*.ts'],
    rules: {
      '@typescript-eslint/prefer-find': 'off',
      '@typescript-eslint/prefer-includes': 'off',
      '@typescript-eslint/prefer-string-starts-ends-with': 'off',
    },
  },
  {
    files: testFiles,
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      'no-empty-pattern': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { globals: { ...nodeGlobals, require: 'readonly', module: 'writable' } },
    rules: { 'no-restricted-syntax': ['error', ...restrictedSyntax] },
  },
  { files: ['e2e/double/page-shim.mjs'], languageOptions: { globals: { window: 'readonly' } } },
  // The compiler checks the scripts too and knows their globals.
  { files: ['scripts/**/*.mjs'], rules: { 'no-undef': 'off' } },
  { files: nodeScripts, rules: { 'no-unused-vars': ['error', { argsIgnorePattern: '^_' }] } },
  { files: configFiles, rules: { 'no-restricted-syntax': ['error', noEnum] } },
)
