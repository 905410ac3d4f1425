/**
 * `npm run measure`: measures the built program and prints tables on standard output; progress goes to standard error.
 * It fails only if something cannot be measured, never because it is slow. Times on a shared machine say little;
 * the ratios compare them with a reference measured in the same run.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { tables } from './measure/report.mjs'
import { ensureBuild } from './build.mjs'
import { throwIfStopped, passSignalsOn } from './child-process.mjs'
import { knownNames, positiveNumber, readOptions } from './command-line.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { messageOf, say } from './project.mjs'

const parts = /** @type {const} */ (['api', 'form', 'store', 'sessions', 'live'])

const usage = `npm run measure -- OPTIONS

Measures the built program (docs/speed.md). Exits with 0 when everything was measured, with 1 when something could not be,
and with 2 for a wrong option. It never fails because something is slow.

  --only PART   measure only this part; repeatable: ${parts.join(', ')}
  --payments N  payments in the data folder, which only store and sessions use (default: 100000)
  --seconds N   seconds for which each load runs, in the parts api and form (default: 3)
  --help        print this help
`

const options = readOptions(
  usage,
  {
    only: { type: 'string', multiple: true },
    payments: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
  },
  (values) => {
    const wanted = values.only === undefined ? parts : knownNames('--only', values.only, parts)
    return {
      wants: (/** @type {typeof parts[number]} */ part) => wanted.includes(part),
      payments: Math.round(positiveNumber('--payments', values.payments)),
      seconds: positiveNumber('--seconds', values.seconds),
    }
  },
)

/**
 * @param {typeof options} options
 * @param {string} folder for the data folders of this run
 */
const measure = async ({ wants, payments, seconds }, folder) => {
  /** @type {import('./measure/report.mjs').Section[]} */
  const sections = []
  /**
   * @param {string} what
   * @param {() => Promise<import('./measure/report.mjs').Section>} work
   */
  const add = async (what, work) => {
    throwIfStopped()
    say(`Measuring ${what}`)
    sections.push(await work())
  }
  if (wants('api')) {
    const { measureApi } = await import('./measure/api.mjs')
    await add('the API', () => measureApi({ directory: join(folder, 'api'), seconds }))
  }
  if (wants('form')) {
    const { measureForm } = await import('./measure/form.mjs')
    await add('the form', () => measureForm({ directory: join(folder, 'form'), seconds }))
  }
  if (wants('store') || wants('sessions')) {
    const { fillDataFolder } = await import('./measure/fill.mjs')
    throwIfStopped()
    say(`Making ${payments} payments`)
    const directory = join(folder, 'full')
    const filledInMs = await fillDataFolder(directory, payments)
    if (wants('store')) {
      const { measureStore } = await import('./measure/store.mjs')
      await add('the store', () => measureStore({ directory, payments, filledInMs }))
    }
    if (wants('sessions')) {
      const { measureSessions } = await import('./measure/sessions.mjs')
      await add('session files', () => measureSessions({ directory, payments }))
    }
  }
  if (wants('live')) {
    const { measureLive } = await import('./measure/live.mjs')
    await add('the window while sales arrive', () => measureLive({ directory: join(folder, 'live') }))
  }
  return sections
}

passSignalsOn()
try {
  await ensureDependencies()
  await ensureBuild()
  const folder = mkdtempSync(join(tmpdir(), 'paybench-measure-'))
  try {
    const sections = await measure(options, folder)
    process.stdout.write(
      `Paybench on Node ${process.versions.node}, ${process.platform}, ${availableParallelism()} cores\n\n${tables(sections)}\n`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
} catch (error) {
  say(`Paybench could not be measured: ${messageOf(error)}`)
  process.exitCode = 1
}
