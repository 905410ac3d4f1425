/**
 * `npm run typecheck`: checks every layer against its own tsconfig (a layer must not see the types of another's
 * libraries), the page, the tests and the scripts, two at a time. The compiler is TypeScript 7, a native program
 * that takes a fifth of the time of TypeScript 6, which scripts still use for its API.
 */
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ended, passSignalsOn, startChild } from './child-process.mjs'
import { projectRoot, say } from './project.mjs'

const atOnce = 2

const compiler = join(
  dirname(fileURLToPath(import.meta.resolve('typescript-native/package.json'))),
  'bin/tsc',
)

const layers = readdirSync(join(projectRoot, 'src-main'))
  .map((layer) => `src-main/${layer}/tsconfig.json`)
  .filter((config) => existsSync(join(projectRoot, config)))

const configs = ['tsconfig.tests.json', 'src-renderer/tsconfig.json', ...layers, 'tsconfig.scripts.json']

/** @param {string} config */
const check = async (config) => {
  const name = config.replace(/[/.]/g, '-')
  const memory = join(projectRoot, `node_modules/.cache/paybench/${name}.tsbuildinfo`)
  const child = startChild(
    process.execPath,
    [compiler, '-p', config, '--noEmit', '--incremental', '--tsBuildInfoFile', memory, '--pretty', 'false'],
    { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  const { code } = await ended(child)
  return { config, ok: code === 0, output }
}

passSignalsOn()
const waiting = [...configs]
/** @type {string[]} */
const failed = []
const work = async () => {
  for (let config = waiting.shift(); config !== undefined; config = waiting.shift()) {
    const result = await check(config)
    if (result.ok) continue
    failed.push(config)
    say(`${config}\n${result.output.trimEnd()}`)
  }
}
await Promise.all(Array.from({ length: atOnce }, work))
say(
  failed.length === 0
    ? `No type errors in ${configs.length} projects`
    : `Type errors in ${failed.length} of ${configs.length} projects: ${failed.join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
