/**
 * The layers of the program, as rules (docs/architecture tells the reasons):
 * hosts -> http -> bench -> store -> core; contract -> core; src-renderer -> contract and core.
 * scripts/layers.test.ts plants a forbidden import for every rule and expects to see it refused.
 */

/** The layers of src-main from the inside out; each may import itself and those listed. */
const mayImport = {
  core: ['core'],
  contract: ['contract', 'core'],
  store: ['store', 'core'],
  bench: ['bench', 'store', 'contract', 'core'],
  http: ['http', 'bench', 'store', 'contract', 'core'],
}

/** npm packages that a layer may use; a layer not listed here may use any declared package. */
const packagesOf = {
  core: [],
  contract: ['zod'],
  store: ['@photostructure/sqlite'],
  bench: ['zod'],
}

/** Tests stand beside the code and may look further: at fixtures, Node and test libraries. */
const testFile = '[.]test[.]tsx?$'

const oneOf = (names) => `(${names.map((name) => name.replace(/[.]/g, '[.]')).join('|')})`

const layerRules = Object.entries(mayImport).map(([layer, allowed]) => ({
  name: `${layer}-stays-in-its-layer`,
  comment: `src-main/${layer} imports only ${allowed.join(', ')} of our own code.`,
  severity: 'error',
  from: { path: `^src-main/${layer}/`, pathNot: testFile },
  to: { path: '^(src-main|src-renderer|e2e|scripts)/', pathNot: `^src-main/${oneOf(allowed)}/` },
}))

const packageRules = Object.entries(packagesOf).map(([layer, packages]) => ({
  name: `${layer}-uses-listed-packages`,
  comment: `src-main/${layer} uses no npm package${packages.length === 0 ? '' : ` but ${packages.join(', ')}`}.`,
  severity: 'error',
  from: { path: `^src-main/${layer}/`, pathNot: testFile },
  to: {
    dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'],
    pathNot: `^node_modules/${oneOf(packages)}/`,
  },
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
    electronOnlyInItsHost,
    {
      name: 'pure-layers-use-no-node',
      comment: 'core and contract also run in the page: no Node built-ins.',
      severity: 'error',
      from: { path: '^src-main/(core|contract)/', pathNot: testFile },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'renderer-imports-contract-and-core',
      comment: 'The page knows the contract and the pure core, nothing else of src-main.',
      severity: 'error',
      from: { path: '^src-renderer/', pathNot: testFile },
      to: { path: '^(src-main|e2e|scripts)/', pathNot: '^src-main/(contract|core)/' },
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
