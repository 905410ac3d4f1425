import { refuseParams, notFound } from '#core/errors'
import type { Projects } from '#core/projects'
import { plainResult, REPORT_EXAM } from '#exam/reports/report-exam'
import { type Foreign, writeForeign } from '#scenarios/foreign/foreign'
import { BenchError } from '#protocol/connection'
import type { ExaminedMerchant, ExamOrderTry } from '#protocol/exam'
import type { Handlers, Params } from '#protocol/methods'
import type { ErrorIssue } from '#protocol/shapes'
import type { OwnBenches } from '#workbench/own-benches'
import { orderUrl, readOrder } from '#exam/orders/read-order'
import { ORDER_PARTS } from '#exam/setup/exam-setup'
import { boundedPath } from '#lib/limits/bounded-text'
import type { SendHttp } from '#scenarios/running/http'
import type { BenchBase } from '#workbench/bench-base'
import { withinGrace } from '#workbench/within-grace'
import { createExams, type Exams, type KeptExam } from './exams'
import { ruleView } from './views'

const ENDINGS = { html: 'html', json: 'json', junit: 'xml' } as const

/** Creates the methods for exams. */
function examHandlers(
  exams: Exams,
  {
    host,
    foreign,
    projects,
    version,
  }: {
    readonly host: OwnBenches
    readonly foreign: Foreign
    readonly projects: Projects
    readonly version: string
  },
): Pick<Handlers, Extract<keyof Handlers, `exam.${string}`>> {
  return {
    'exam.get': () => ({ exam: exams.summary }),
    'exam.rule': ({ rule }) => {
      const view = exams.summary === null ? null : ruleView(rule, exams.ruleResult(rule))
      if (view === null) throw notFound('rule of an exam', String(rule))
      return view
    },
    'exam.start': ({ secret, ...merchant }) => {
      refuseParams(refusedHosts(merchant, host))
      const known = projects.byId(merchant.projectId)
      const used = secret ?? known?.secret
      if (used === undefined) {
        throw new BenchError(
          'not_found',
          `There is no project ${merchant.projectId} here. Give the secret that the merchant knows for it.`,
        )
      }
      return exams.start(merchant, used)
    },
    'exam.tryOrder': (given) => {
      const name = new URL(given.orders.url).hostname
      refuseParams(host.mayTest(name, given.hosts) ? [] : [hostIssue('orders.url', name)])
      return tryOrder(given, { send: host.sender(given.hosts), foreign })
    },
    'exam.repeat': ({ rule }) => exams.repeat(rule),
    'exam.stop': async () => {
      await exams.stop()
      return {}
    },
    'exam.answer': ({ answer, ...about }) => exams.answer(about, answer),
    'exam.report': async ({ format }) => {
      const { result } = exams
      if (result === null) {
        throw new BenchError('wrong_state', 'There is no exam with a result yet. Wait until it has ended.')
      }
      const stamp = result.startedAt.slice(0, 19).replaceAll(/[:T]/g, '-')
      const input = { format, exam: plainResult(result), version }
      const text = await writeForeign(foreign, REPORT_EXAM, input)
      return { name: `exam-${stamp}.${ENDINGS[format]}`, text }
    },
  }
}

/** Returns an issue for each address on another computer that nobody allowed. */
function refusedHosts(
  { callbackUrl, checkout, orders, hosts }: ExaminedMerchant,
  host: OwnBenches,
): readonly ErrorIssue[] {
  const given: readonly (readonly [string, string | undefined])[] = [
    ['callbackUrl', callbackUrl],
    ['checkout.url', checkout?.url],
    ['orders.url', orders?.url],
  ]
  return given.flatMap(([field, url]) => {
    const name = url === undefined ? null : new URL(url).hostname
    if (name === null || host.mayTest(name, hosts)) return []
    return [hostIssue(field, name)]
  })
}

const hostIssue = (field: string, name: string): ErrorIssue => ({
  field,
  message: `${name} is not on this computer. The exam sends forged and broken messages: name the host among those that may be tested, where you may do that.`,
})

/** Time that the merchant gets to show an order, real milliseconds. */
const LIMIT_MS = 10_000

/** Reads an order now, as an exam would, and says what is at the paths of the setup. */
async function tryOrder(
  { orders, paymentId }: Params<'exam.tryOrder'>,
  ports: { readonly send: SendHttp; readonly foreign: Foreign },
): Promise<ExamOrderTry> {
  const signal = AbortSignal.timeout(LIMIT_MS)
  const url = orderUrl(orders.url, paymentId)
  const asked = ORDER_PARTS.flatMap((part) => {
    const path = orders[part]
    return path === null ? [] : [{ part, path }]
  })
  const reading = await readOrder(
    url,
    asked.map(({ path }) => path),
    { ...ports, signal },
  )
  const found = reading.values.flatMap(({ word, text }, at) => {
    const { part, path } = asked[at] ?? {}
    if (part === undefined || path === undefined) return []
    const isWord = (words: readonly string[]): boolean => word !== null && words.includes(word)
    const means =
      part !== 'state' ? null : isWord(orders.paid) ? 'paid' : isWord(orders.declined) ? 'declined' : null
    return [{ part, path: boundedPath(path), value: text, means } as const]
  })
  const { status, problem, members } = reading
  return { url, status, problem, found, members: [...members] }
}

/** Creates the exams of merchants. Each uses a separate bench, which ends with this one. */
export function createExamPage(
  base: BenchBase,
  {
    host,
    foreign,
    version,
    results,
  }: {
    readonly host: OwnBenches
    readonly foreign: Foreign
    readonly version: string
    readonly results: { exam: KeptExam | null }
  },
) {
  const exams = createExams({
    host,
    results,
    wallNow: base.wallNow,
    randomHex: base.randomHex,
    onFailure: base.onFailure,
    onChange: () => {
      const exam = exams.summary
      if (exam !== null) base.changes.other(() => ({ type: 'exam.changed', exam }))
    },
  })
  return {
    handlers: examHandlers(exams, { host, foreign, projects: base.projects, version }),
    /** Stops the one that runs; a merchant that is slow to respond does not hold up the end of the bench. */
    close: () => withinGrace(exams.close()),
  }
}
