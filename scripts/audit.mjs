/**
 * `npm run audit`: asks the registry for known vulnerabilities of the whole tree. Most of what goes into the program is
 * a development dependency that is bundled, so these are included.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeFinding, readAudit } from './audit/read-audit.mjs'
import { ended, passSignalsOn, startChild } from './child-process.mjs'
import { npmCommand } from './dependencies.mjs'
import { messageOf, projectRoot, say, toolEnvironment } from './project.mjs'

const usage = `npm run audit -- OPTIONS

Asks the registry for known vulnerabilities of all packages, bundled and build tools alike. Exits with 0 when there are none
or the registry offers no audit, and with 1 when there are some or the audit failed. OPTIONS go to npm audit, for example
--registry=URL.
`

const everything = ['--include=prod', '--include=dev', '--include=optional', '--include=peer']

/** @returns {Promise<string>} what npm prints */
const askNpm = async () => {
  const { command, args, shell } = npmCommand()
  const child = startChild(
    command,
    [...args, 'audit', '--json', ...everything, '--loglevel=silent', ...process.argv.slice(2)],
    {
      cwd: projectRoot,
      env: toolEnvironment(),
      shell,
      stdio: ['ignore', 'pipe', 2],
    },
  )
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  // Its exit code says no more than its answer.
  await ended(child)
  return output
}

/** What the build lists of the packages whose code goes into the program. */
const partsFile = join(projectRoot, 'out/renderer/licences.json')

/** @returns {ReadonlySet<string> | undefined} their names; undefined before the first build */
const shippedPackages = () => {
  if (!existsSync(partsFile)) return undefined
  /** @type {{parts: readonly {name: string}[]}} */
  const { parts } = JSON.parse(readFileSync(partsFile, 'utf8'))
  return new Set(parts.map(({ name }) => name))
}

if (process.argv.includes('--help')) {
  process.stdout.write(usage)
  process.exit(0)
}
passSignalsOn()
try {
  const audit = readAudit(await askNpm())
  if (audit.kind === 'skipped') {
    process.stdout.write(`skipped: ${audit.reason}\n`)
  } else if (audit.kind === 'failed') {
    throw new Error(audit.reason)
  } else if (audit.findings.length === 0) {
    process.stdout.write(`No known vulnerability in ${audit.packages} packages\n`)
  } else {
    const shipped = shippedPackages()
    for (const finding of audit.findings) process.stdout.write(`${describeFinding(finding, shipped)}\n`)
    process.exitCode = 1
  }
} catch (error) {
  say(`The audit failed: ${messageOf(error)}`)
  process.exitCode = 1
}
