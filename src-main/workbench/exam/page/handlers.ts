import { refuseParams, notFound } from '../../../bench/errors'
import type { Projects } from '../../../bench/projects'
import { plainResult, REPORT_EXAM } from '../../../exam/reports/report-exam'
import { writeForeign, type Foreign } from '../../../scenarios/foreign/foreign'
import { BenchError } from '../../../protocol/bench-error'
import type { ExaminedMerchant } from '../../../protocol/exam'
import type { Handlers } from '../../../protocol/methods'
import type { ErrorIssue } from '../../../protocol/shapes'
import type { OwnBenches } from '../../own-benches'
import type { Exams } from './exams'
import { tryOrder } from './try-order'
import { ruleView } from './views'

const ENDINGS = { html: 'html', json: 'json', junit: 'xml' } as const

/** Creates the methods for exams. */
export function examHandlers(
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
