import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { examJson, examJunit, examLines } from '#exam/reports/report-exam'
import { terminalLine } from '#lib/terminal-line'
import { examHtml } from '#exam/reports/html'
import { type ExamResult, judgeGate } from '#exam/running/result'
import { runExam } from '#exam/running/run-exam'
import { EXAM_DURATION } from '#protocol/exam'
import { createForeign } from '#scenarios/foreign/create-foreign'
import { DEFAULT_PORTS } from '#hosts/option-table'
import { EXIT, VERSION } from '#hosts/process'
import { commandOf, stoppable, writeFileFor, writeFor, writeReports } from '#hosts/cli/command'
import { builtParts, guarded, type OwnBench, platformAt, startOwnBench } from '#hosts/own-bench/own-bench'
import { allowedHosts } from '#scenarios/running/reach'
import type { SetupRemedies } from '#exam/setup/exam-setup'
import { EXAM_TABLE, type ExamOptions, examOptions } from './exam-options'

const EXITS = { passed: EXIT.ok, failed: EXIT.failed, unexamined: EXIT.incomplete } as const

export const examCommand = commandOf(
  {
    name: 'exam',
    summary: 'examine a merchant and grade it by the rules of the platform',
    help: [
      `Examines a merchant: plays the platform against it, on port ${DEFAULT_PORTS.platform} unless another one is given, and judges every rule.

  paybench exam --callback-url URL --project-id N [OPTIONS]
`,
      `
It takes ${EXAM_DURATION}. Ctrl+C ends it; rules not judged by then count as not observed.

Exit codes: 0 the grade passes, 1 it does not or the exam was stopped, 2 the merchant could not be examined: it has no
grade, the time was up, or the options cannot be used.
`,
    ],
    table: EXAM_TABLE,
    read: (values, problems) => examOptions(values, problems),
  },
  async (options, context) => {
    const { build, print, say } = context
    const maySendTo = allowedHosts(options.hosts)
    const foreign = createForeign(build.foreignProgram)
    let bench: OwnBench | null = null
    try {
      const started = await startOwnBench(builtParts(build), say, {
        platform: platformAt(options.platformPort, '--platform-port', DEFAULT_PORTS.platform),
        network: options.network,
        name: 'paybench exam',
        maySendTo,
      })
      bench = started
      say(`The exam acts as the platform, at ${started.platform}.`)
      const sentence = 'The remaining rules are not observed; the reports are still written.'
      return await stoppable(context, sentence, async (signal) => {
        const result = await runExam(options.setup, {
          bench: started.connection,
          foreign,
          send: guarded(
            maySendTo,
            (host) => `Add --i-may-test ${host} if you may send forged messages to it.`,
          ),
          secret: options.secret,
          remedies: COMMAND_LINE_REMEDIES,
          runId: randomBytes(3).toString('hex'),
          now: Date.now(),
          signal,
          limitMs: options.timeLimit * 1000,
          moreTime: 'Allow more with --time-limit.',
        })
        print(`${examLines(result).map(terminalLine).join('\n')}\n`)
        await saveResult(result, options, started)
        const { outcome, reasons } = judgeGate(result, options.gate)
        for (const reason of reasons) say(reason)
        return signal.aborted ? EXIT.failed : EXITS[outcome]
      })
    } finally {
      await foreign.close()
      await bench?.close()
    }
  },
)

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
    await writeFor('--scenarios', scenarios, () => mkdir(scenarios, { recursive: true }))
    for (const { scenario } of result.rules.flatMap(({ trials }) => trials)) {
      if (scenario === null) continue
      const file = join(scenarios, scenario.file)
      await writeFor('--scenarios', file, () => writeFile(file, scenario.text))
    }
  }
  if (session !== null) await writeFileFor('--session', session, bench.save)
}

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
