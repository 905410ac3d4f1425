import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { examJson, examJunit, examLines } from '#exam/reports/report-exam'
import { errorText } from '#lib/error-text'
import { terminalLine } from '#lib/terminal-line'
import { examHtml } from '#exam/reports/html'
import { type ExamResult, judgeGate } from '#exam/running/result'
import { EXAM_LIMIT_MS, runExam } from '#exam/running/run-exam'
import { SECRET_VARIABLE } from '#exam/trials/trial'
import { EXAM_DURATION } from '#protocol/exam'
import { createForeign } from '#scenarios/foreign/create-foreign'
import { DEFAULT_PORTS } from '#hosts/option-table'
import { EXIT, VERSION } from '#hosts/process'
import { type Command, type CommandContext, writeFor, writeReports } from '#hosts/cli/command'
import { builtParts, guarded, type OwnBench, startOwnBench } from '#hosts/own-bench/own-bench'
import { allowedHosts } from '#scenarios/running/reach'
import type { SetupRemedies } from '#exam/setup/exam-setup'
import { type ExamOptions, readExamOptions } from './exam-options'

const HELP = `Examines a merchant: plays the platform against it and grades every rule.

  paybench exam --callback-url URL --project-id N [OPTIONS]

  --callback-url URL     where the merchant receives callbacks
  --project-id N         the project that the merchant knows
  --project-secret S     its secret; better in the environment, as ${SECRET_VARIABLE}
  --platform-port N      port of the platform that the exam plays (${DEFAULT_PORTS.platform} unless given)
  --bind ADDR            address to listen on (127.0.0.1 unless given), for a merchant in another container
  --allow-host NAME      the name by which that merchant knows this computer; can be given more than once

  --checkout URL         starts an order: the exam posts {amount, currency, card} as JSON, or sends a GET for
                         "GET URL". {amount}, {currency} and {card} in the address are filled in
  --orders URL           an order as JSON; {payment_id} in the address is filled in
  --order-map NAME=VALUE how it is read: state=PATH paid=WORD,WORD declined=WORD deliveries=PATH amount=PATH
  --clarification        the merchant answers clarifications automatically: examine that too
  --status-requests      the merchant requests the status within 10 s when no callback comes: examine that too
  --i-may-test HOST      a host outside of this computer that you may send forged messages to

  --report KIND=FILE     write a report: html, json or junit; can be given more than once
  --scenarios FOLDER     save the scenario of every trial, for paybench run
  --session FILE       save everything that was sent as a session file, to open it in Paybench

  --min-grade LETTER     the worst grade that passes, A to E (B unless given: no rule failed)
  --require N,N          rules that must have passed; not observed is not passed
  --time-limit SECONDS   ends the exam (${String(EXAM_LIMIT_MS / 1000)} unless given); pauses of the whole computer do not count

It takes ${EXAM_DURATION}. Ctrl+C ends it; what is left counts as not observed.

Exit codes: 0 the grade passes, 1 it does not or the exam was stopped, 2 the merchant could not be examined: it has no
grade, the time was up, or the options cannot be used.
`

/** `paybench exam`: plays the platform against a merchant's back end. */
export const examCommand: Command = {
  name: 'exam',
  summary: 'examine a merchant and grade the rules of the platform',
  async run(context) {
    const { argv, print, say } = context
    if (argv.includes('--help') || argv.includes('-h')) {
      print(HELP)
      return EXIT.ok
    }
    const reading = readExamOptions(argv, process.env)
    if (reading.ok) return examine(reading.options, context)
    for (const problem of reading.problems) say(problem)
    return EXIT.misunderstood
  },
}

const EXITS = { passed: EXIT.ok, failed: EXIT.failed, unexamined: EXIT.misunderstood } as const

async function examine(
  options: ExamOptions,
  { build, print, say, onStopAsked }: CommandContext,
): Promise<number> {
  const stopping = new AbortController()
  const ignore = onStopAsked(() => {
    say('Stopping. What is left is not observed; the reports are still written.')
    stopping.abort()
  })
  const maySendTo = allowedHosts(options.hosts)
  const foreign = createForeign(build.foreignProgram)
  let bench: OwnBench | null = null
  try {
    const { platformPort } = options
    bench = await startOwnBench(builtParts(build), say, {
      platform:
        platformPort === null
          ? { kind: 'default', port: DEFAULT_PORTS.platform }
          : { kind: 'explicit', port: platformPort, option: '--platform-port' },
      network: options.network,
      name: 'paybench exam',
      maySendTo,
    })
    say(`The exam plays the platform at ${bench.platform}.`)
    const result = await runExam(options.setup, {
      bench: bench.connection,
      foreign,
      send: guarded(
        maySendTo,
        (host) => `Add --i-may-test ${host} where you may send forged messages to it.`,
      ),
      secret: options.secret,
      remedies: COMMAND_LINE_REMEDIES,
      runId: randomBytes(3).toString('hex'),
      now: Date.now(),
      signal: stopping.signal,
      limitMs: options.timeLimit * 1000,
      moreTime: 'Give more with --time-limit.',
    })
    print(`${examLines(result).map(terminalLine).join('\n')}\n`)
    await saveResult(result, options, bench)
    const { outcome, reasons } = judgeGate(result, options.gate)
    for (const reason of reasons) say(reason)
    return stopping.signal.aborted ? EXIT.failed : EXITS[outcome]
  } catch (error) {
    say(errorText(error))
    return EXIT.misunderstood
  } finally {
    ignore()
    await foreign.close()
    await bench?.close()
  }
}

async function saveResult(
  result: ExamResult,
  { reports, scenarios, session }: ExamOptions,
  bench: OwnBench,
): Promise<void> {
  await writeReports(reports, {
    html: () => examHtml(result, VERSION),
    json: () => examJson(result, VERSION),
    junit: () => examJunit(result),
  })
  if (scenarios !== null) {
    await writeFor('--scenarios', scenarios, async () => {
      await mkdir(scenarios, { recursive: true })
    })
    for (const { scenario } of result.rules.flatMap(({ trials }) => trials)) {
      if (scenario === null) continue
      const file = join(scenarios, scenario.file)
      await writeFor('--scenarios', file, () => writeFile(file, scenario.text))
    }
  }
  if (session !== null) {
    await writeFor('--session', session, async () => {
      await mkdir(dirname(session), { recursive: true })
      await bench.save(session)
    })
  }
}

/** Names options of `paybench exam`. */
export const COMMAND_LINE_REMEDIES: SetupRemedies = {
  checkout: 'Give the address of the checkout with --checkout.',
  orders: 'Give the address of an order as JSON with --orders.',
  state: 'Give the path to the state with --order-map state=PATH.',
  declined: 'Give the states of a declined order with --order-map declined=WORD.',
  deliveries: 'Give the path to the deliveries with --order-map deliveries=PATH.',
  amount: 'Give the path to the amount paid with --order-map amount=PATH.',
  statusRequests: 'Add --status-requests if the back end requests the status when no callback comes.',
  clarification: 'Add --clarification if the back end answers clarifications automatically.',
}
