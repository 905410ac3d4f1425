import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../project.mjs'

/** @param {string} name */
const entry = (name) => ({
  types: `./types/client/${name === 'client' ? 'index' : name}.d.ts`,
  default: `./main/${name}.js`,
})

/**
 * The package.json of the published package.
 * @returns {Record<string, unknown> & {version: string}}
 */
export const publishedPackage = () => {
  const own = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const native = '@photostructure/sqlite'
  return {
    name: own.name,
    version: own.version,
    description: own.description,
    license: own.license,
    author: own.author,
    type: 'module',
    engines: own.engines,
    bin: { paybench: 'main/cli.js' },
    exports: {
      './client': entry('client'),
      './playwright': entry('playwright'),
      './scenarios/*': './scenarios/*',
      './package.json': './package.json',
    },
    files: ['main', 'renderer', 'customer', 'types', 'scenarios'],
    dependencies: { [native]: own.dependencies[native] },
    bundleDependencies: [native],
    peerDependencies: { '@playwright/test': '>=1.50.0' },
    peerDependenciesMeta: { '@playwright/test': { optional: true } },
  }
}
