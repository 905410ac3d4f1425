/**
 * The layers of the program, as rules (see docs/architecture.md for the reasons):
 * hosts -> net -> workbench -> {platform, merchant} -> core -> store -> protocol -> domain -> lib;
 * {hosts, workbench} -> exam -> scenarios -> protocol, domain and lib; hosts -> client -> protocol, domain and lib; src-renderer -> protocol, domain and lib. scripts/layers.test.ts plants a forbidden import for every rule and expects
 * to see it refused.
 */

/** The layers of src-main from the bottom up; each may import itself and those listed. */
const below = {
  lib: [],
  domain: ['lib'],
  protocol: ['domain', 'lib'],
  client: ['protocol', 'domain', 'lib'],
  store: ['protocol', 'domain', 'lib'],
  core: ['store', 'protocol', 'domain', 'lib'],
  platform: ['core', 'store', 'protocol', 'domain', 'lib'],
  merchant: ['core', 'store', 'protocol', 'domain', 'lib'],
  workbench: ['platform', 'merchant', 'exam', 'scenarios', 'core', 'store', 'protocol', 'domain', 'lib'],
  scenarios: ['protocol', 'domain', 'lib'],
  exam: ['scenarios', 'protocol', 'domain', 'lib'],
  net: ['workbench', 'platform', 'merchant', 'core', 'store', 'protocol', 'domain', 'lib'],
}

/** npm packages that a layer may use; a layer not listed here may use any declared package. */
const packagesOf = {
  lib: [],
  domain: ['zod'],
  protocol: ['zod'],
  client: ['ws', '@playwright/test'],
  store: ['@photostructure/sqlite'],
  core: ['zod'],
  platform: ['uqr', 'zod'],
  merchant: ['zod'],
  workbench: ['zod'],
  scenarios: ['yaml', 'zod'],
  exam: ['yaml'],
}

/** Tests stand beside the code and may look further: at helpers, Node and test libraries. */
const testFile = '[.]test[.]tsx?$'

/** Helpers of several tests: builders, generators, receivers. Nothing that ships imports them. */
const testHelper = '/testing/'

/** What generators of random input are written with. */
const testPackages = ['fast-check']

const oneOf = (names) => `(${names.map((name) => name.replace(/[.]/g, '[.]')).join('|')})`

const layerRules = Object.entries(below).map(([layer, others]) => ({
  name: `${layer}-stays-in-its-layer`,
  comment: `src-main/${layer} imports only ${[layer, ...others].join(', ')} of our own code.`,
  severity: 'error',
  from: { path: `^src-main/${layer}/`, pathNot: testFile },
  to: { path: '^(src-main|src-renderer|e2e|scripts)/', pathNot: `^src-main/${oneOf([layer, ...others])}/` },
}))

const usesOnly = (packages) => ({
  dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'],
  pathNot: `^node_modules/${oneOf(packages)}/`,
})

const packageRules = Object.entries(packagesOf).flatMap(([layer, packages]) => [
  {
    name: `${layer}-uses-listed-packages`,
    comment: `src-main/${layer} uses no npm package${packages.length === 0 ? '' : ` but ${packages.join(', ')}`}.`,
    severity: 'error',
    from: { path: `^src-main/${layer}/`, pathNot: `${testFile}|${testHelper}` },
    to: usesOnly(packages),
  },
  {
    name: `${layer}-tests-use-listed-packages`,
    comment: `Test helpers of src-main/${layer} also use ${testPackages.join(', ')}.`,
    severity: 'error',
    from: { path: `^src-main/${layer}/.*testing/`, pathNot: testFile },
    to: usesOnly([...packages, ...testPackages]),
  },
])

/** The parts of the window from the bottom up: each may import those before it. */
const windowParts = [
  'lib',
  'state',
  'ui',
  'commands',
  'navigation',
  'editor',
  'message-view',
  'list',
  'features',
  'shell',
]

const windowRules = windowParts.slice(0, -1).map((part, index) => ({
  name: `window-${part}-stays-below`,
  comment: `src-renderer/workbench/${part} imports nothing that stands above it in the window.`,
  severity: 'error',
  from: { path: `^src-renderer/workbench/${part}/`, pathNot: testFile },
  to: { path: `^src-renderer/workbench/${oneOf(windowParts.slice(index + 1))}/` },
}))

/** Electron is a package whose name may also come out as a built-in. */
const electronOnlyInItsHost = {
  name: 'electron-only-in-its-host',
  comment: 'Only src-main/hosts/electron knows Electron; everything else runs in both hosts.',
  severity: 'error',
  from: { path: '^(src-main|src-renderer)/', pathNot: '^src-main/hosts/electron/' },
  to: { path: '^(node_modules/electron/|electron$|electron/)' },
}

module.exports = {
  forbidden: [
    ...layerRules,
    ...packageRules,
    ...windowRules,
    electronOnlyInItsHost,
    {
      name: 'pure-layers-use-no-node',
      comment: 'lib, domain and protocol also run in the page: no Node built-ins.',
      severity: 'error',
      from: { path: '^src-main/(lib|domain|protocol)/', pathNot: testFile },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'renderer-imports-protocol-domain-and-lib',
      comment: 'The page knows the protocol and what is pure, nothing else of src-main.',
      severity: 'error',
      from: { path: '^src-renderer/', pathNot: testFile },
      to: { path: '^(src-main|e2e|scripts)/', pathNot: '^src-main/(protocol|domain|lib)/' },
    },
    {
      name: 'renderer-uses-no-node',
      comment: 'The page runs in a sandbox: no Node built-ins.',
      severity: 'error',
      from: { path: '^src-renderer/', pathNot: testFile },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'hosts-do-not-import-the-page',
      comment: 'A host serves the built page; it never imports its source.',
      severity: 'error',
      from: { path: '^src-main/hosts/', pathNot: testFile },
      to: { path: '^(src-renderer|e2e|scripts)/' },
    },
    {
      name: 'product-imports-no-test',
      comment: 'Code that ships does not reach into tests.',
      severity: 'error',
      from: { path: '^(src-main|src-renderer)/', pathNot: testFile },
      to: { path: testFile },
    },
    {
      name: 'product-imports-no-test-helper',
      comment: 'What helps tests stays out of what ships.',
      severity: 'error',
      from: { path: '^(src-main|src-renderer)/', pathNot: `${testFile}|${testHelper}|/tests/` },
      to: { path: `^(src-main|src-renderer)/.*testing/` },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that import each other are one file, or hide a third.',
      severity: 'error',
      from: { path: '^(src-main|src-renderer)/' },
      to: { circular: true },
    },
    {
      name: 'imports-resolve',
      comment: 'An import that leads nowhere fails only at run time.',
      severity: 'error',
      from: { path: '^(src-main|src-renderer)/' },
      to: { couldNotResolve: true, pathNot: '[?](raw|url|inline)$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
}
