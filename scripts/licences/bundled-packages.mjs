/** Code that the tools add to a bundle: the prefix of its name in the module graph, and its package. */
const toolModules = [
  ['\0rolldown/', 'rolldown'],
  ['\0vite/', 'vite'],
  // These helpers are part of the bundler; of their project, only the package with types and licence is installed.
  ['\0@oxc-project+runtime@', '@oxc-project/types'],
]

/**
 * The package that a module of a bundle comes from.
 * @param {string} id as the bundler names the module
 * @returns {{name: string, folder: string | null} | null} null for our code; `folder` null for code that a tool adds
 */
export const packageOf = (id) => {
  const tool = toolModules.find(([begin]) => begin !== undefined && id.startsWith(begin))?.[1]
  if (tool !== undefined) return { name: tool, folder: null }
  // For example CommonJS wrappers: the bundler puts a prefix before the path and a query after it.
  const path = id
    .replace(/^\0[\w-]*:?/, '')
    .replace(/\?.*$/, '')
    .replaceAll('\\', '/')
  const found = /^(.*\/node_modules\/)((?:@[^/]+\/)?[^/]+)\//.exec(path)
  if (found !== null) return { name: found[2] ?? '', folder: `${found[1] ?? ''}${found[2] ?? ''}` }
  if (id.startsWith('\0')) {
    throw new Error(`the bundle contains ${JSON.stringify(id)}: name its package in scripts/licences`)
  }
  return null
}

/**
 * A plugin that reports whose code is in a bundle, according to the bundler's module graph.
 * @param {(packages: {name: string, folder: string | null}[]) => void} report
 * @returns {import('vite').Plugin}
 */
export const bundledPackages = (report) => ({
  name: 'paybench-bundled-packages',
  generateBundle(_options, bundle) {
    const ids = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
    report(ids.map(packageOf).filter((found) => found !== null))
  },
})
