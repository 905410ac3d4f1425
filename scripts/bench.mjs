/**
 * `npm run bench`: measures the built program and prints tables on standard output; progress goes to standard error.
 * It never fails because something is slow, only because something could not be measured. Times of a shared machine
 * say little; the ratios compare with a reference that is measured in the same run.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readResults, resultsOf, tables } from './bench/report.mjs'
import { ensureBuild } from './build.mjs'
import { goOnUnlessStopped, passSignalsOn } from './child-process.mjs'
import { knownNames, positiveNumber, readOptions } from './command-line.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { messageOf, say } from './project.mjs'

const parts = /** @type {const} */ ([
  'api',
  'callbacks',
  'clock',
  'form',
  'store',
  'sessions',
  'page',
  'live',
  'search',
  'messages',
  'memory',
  'soak',
])

/** Measured only where it is asked for. */
const onRequest = ['soak']

/** A payment has 3.3 messages: this share of 100,000 payments has 100,000 messages. */
const SEARCHED_SHARE = 0.31

const usage = `npm run bench -- OPTIONS

Measures the built program (docs/speed.md). Exits with 0 when everything was measured, with 1 when something could not be,
and with 2 for a wrong option. It never fails because something is slow.

  --only PART      measure only this part; repeatable: ${parts.join(', ')};
                   soak is measured only where it is named
  --payments N     payments in the data folder of store, sessions and page (100000); search and messages have a third
                   as many, with 100000 messages
  --sales N        sales while memory is measured, which is read after each quarter of them (100000)
  --minutes N      duration of the soak (10)
  --seconds N      duration of each load of api and form (3)
  --peers          also send the status requests to mockoon-cli and wiremock, if they are in PATH
  --compare FILE   show the results of an earlier run (its bench-results.json) beside the new ones
  --results FILE   file for the results (bench-results.json)
  --help           print this help
`

/** @param {string} file */
const earlierResults = (file) => {
  try {
    return readResults(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`--compare ${file}: ${messageOf(error)}`, { cause: error })
  }
}

const options = readOptions(
  usage,
  {
    only: { type: 'string', multiple: true },
    payments: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '10' },
    sales: { type: 'string', default: '100000' },
    peers: { type: 'boolean', default: false },
    compare: { type: 'string' },
    results: { type: 'string', default: 'bench-results.json' },
  },
  (values) => {
    const wanted =
      values.only === undefined
        ? parts.filter((part) => !onRequest.includes(part))
        : knownNames('--only', values.only, parts)
    return {
      wants: (/** @type {typeof parts[number]} */ part) => wanted.includes(part),
      payments: Math.round(positiveNumber('--payments', values.payments)),
      seconds: positiveNumber('--seconds', values.seconds),
      minutes: positiveNumber('--minutes', values.minutes),
      sales: Math.round(positiveNumber('--sales', values.sales)),
      withPeers: values.peers,
      earlier: values.compare === undefined ? undefined : earlierResults(values.compare),
      resultsFile: values.results,
    }
  },
)

/**
 * @param {typeof options} options
 * @param {string} folder for the data folders of this run
 */
const measure = async ({ wants, payments, sales, minutes, seconds, withPeers }, folder) => {
  /** @type {import('./bench/report.mjs').Section[]} */
  const sections = []
  /**
   * @param {string} what
   * @param {() => Promise<import('./bench/report.mjs').Section>} work
   */
  const add = async (what, work) => {
    goOnUnlessStopped()
    say(`Measuring ${what}`)
    sections.push(await work())
  }
  if (wants('api')) {
    const { measureApi } = await import('./bench/measure-api.mjs')
    await add('the API', () => measureApi({ directory: join(folder, 'api'), seconds, withPeers }))
  }
  if (wants('callbacks')) {
    const { measureCallbacks } = await import('./bench/measure-callbacks.mjs')
    await add('callbacks', () =>
      measureCallbacks({ directory: join(folder, 'callbacks'), payments: 3000, seconds }),
    )
  }
  if (wants('clock')) {
    const { measureClock } = await import('./bench/measure-clock.mjs')
    await add('the clock', () => measureClock({ directory: join(folder, 'clock'), payments: 100, seconds }))
  }
  if (wants('form')) {
    const { measureForm } = await import('./bench/measure-form.mjs')
    await add('the form', () => measureForm({ directory: join(folder, 'form'), seconds }))
  }
  if (wants('store') || wants('sessions') || wants('page')) {
    const { fillDataFolder } = await import('./bench/fill.mjs')
    goOnUnlessStopped()
    say(`Making ${payments} payments`)
    const directory = join(folder, 'full')
    const filledInMs = await fillDataFolder(directory, payments)
    if (wants('store')) {
      const { measureStore } = await import('./bench/measure-store.mjs')
      await add('the store', () => measureStore({ directory, payments, filledInMs }))
    }
    if (wants('sessions')) {
      const { measureSessions } = await import('./bench/measure-sessions.mjs')
      await add('session files', () => measureSessions({ directory, payments }))
    }
    if (wants('page')) {
      const { measurePage } = await import('./bench/measure-page.mjs')
      await add('the page', () => measurePage({ directory, payments }))
    }
  }
  if (wants('search') || wants('messages')) {
    const { fillDataFolder } = await import('./bench/fill.mjs')
    goOnUnlessStopped()
    const directory = join(folder, 'searched')
    const searched = Math.ceil(payments * SEARCHED_SHARE)
    say(`Making ${searched} payments`)
    await fillDataFolder(directory, searched)
    if (wants('search')) {
      const { measureSearch } = await import('./bench/measure-search.mjs')
      await add('the search', () => measureSearch({ directory }))
    }
    if (wants('messages')) {
      const { measureMessages } = await import('./bench/measure-messages.mjs')
      await add('the messages', () => measureMessages({ directory }))
    }
  }
  if (wants('live')) {
    const { measureLive } = await import('./bench/measure-live.mjs')
    await add('the window while sales arrive', () => measureLive({ directory: join(folder, 'live') }))
  }
  if (wants('memory')) {
    const { measureMemory } = await import('./bench/measure-memory.mjs')
    await add('memory', () => measureMemory({ directory: join(folder, 'memory'), sales }))
  }
  if (wants('soak')) {
    const { measureSoak } = await import('./bench/measure-soak.mjs')
    await add('the soak', () => measureSoak({ directory: join(folder, 'soak'), minutes }))
  }
  return sections
}

passSignalsOn()
try {
  await ensureDependencies()
  await ensureBuild()
  const folder = mkdtempSync(join(tmpdir(), 'paybench-bench-'))
  try {
    const sections = await measure(options, folder)
    const machine = {
      node: process.versions.node,
      platform: process.platform,
      cores: availableParallelism(),
    }
    const results = resultsOf(sections, { ...machine, measuredAt: new Date().toISOString() })
    writeFileSync(options.resultsFile, `${JSON.stringify(results, null, 2)}\n`)
    process.stdout.write(
      `Paybench on Node ${machine.node}, ${machine.platform}, ${machine.cores} cores\n\n${tables(sections, options.earlier)}\n`,
    )
    say(`The results are in ${options.resultsFile}`)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
} catch (error) {
  say(`The bench could not be measured: ${messageOf(error)}`)
  process.exitCode = 1
}
