import { MAX_PROJECT_ID } from '#domain/project/project'
import { type Gate, GRADE_LETTERS, type GradeLetter } from '#exam/running/result'
import { EXAM_LIMIT_MS } from '#exam/running/run-exam'
import { EXAM_RULES } from '#exam/rules/exam-rules'
import type { Checkout, ExamSetup, OrderView } from '#exam/setup/exam-setup'
import { SECRET_VARIABLE } from '#exam/trials/trial'
import { isWebAddress } from '#lib/web-address'
import type { OwnBenchNetwork } from '#hosts/own-bench/own-bench'
import { isReport, readNetwork, readPort, readReports, readValues, type ReportFile } from '#hosts/cli/command'
import { allowedHosts } from '#scenarios/running/reach'

/** The options of `paybench exam`, checked. */
export interface ExamOptions {
  readonly setup: ExamSetup
  readonly secret: string
  /** Null: the default port, or the next free one where it is in use. */
  readonly platformPort: number | null
  readonly network: OwnBenchNetwork
  /** Hosts other than this computer that may be tested. */
  readonly hosts: readonly string[]
  readonly reports: readonly ReportFile[]
  /** Folder for the scenarios of the trials; null: nowhere. */
  readonly scenarios: string | null
  readonly session: string | null
  readonly gate: Gate
  /** Seconds in which the exam runs. */
  readonly timeLimit: number
}

export type ExamOptionsReading =
  | { readonly ok: true; readonly options: ExamOptions }
  | { readonly ok: false; readonly problems: readonly string[] }

const NAMES = [
  '--callback-url',
  '--project-id',
  '--project-secret',
  '--platform-port',
  '--bind',
  '--allow-host',
  '--checkout',
  '--orders',
  '--order-map',
  '--i-may-test',
  '--report',
  '--scenarios',
  '--session',
  '--min-grade',
  '--require',
  '--time-limit',
  '--clarification',
  '--status-requests',
] as const
type Name = (typeof NAMES)[number]

/** Reads the arguments after `paybench exam`; every problem is a sentence with its remedy. */
export function readExamOptions(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ExamOptionsReading {
  const problems: string[] = []
  const { all, one } = readValues(
    argv,
    {
      command: 'exam',
      names: NAMES,
      flags: ['--clarification', '--status-requests'],
      isFurtherValue: (name, text) =>
        (name === '--report' && isReport(text)) || (name === '--order-map' && isOrderMapping(text)),
    },
    problems,
  )
  for (const stray of all(null))
    problems.push(`${stray.slice(0, 100)}: does not belong to an option. See paybench exam --help.`)
  const hosts = all('--i-may-test')
  const isTested = allowedHosts(hosts)

  const callbackUrl = one('--callback-url')
  if (callbackUrl === null)
    problems.push('--callback-url: Give the address at which the merchant receives callbacks.')
  const projectId = Number(one('--project-id') ?? Number.NaN)
  if (!Number.isInteger(projectId) || projectId < 1 || projectId > MAX_PROJECT_ID)
    problems.push('--project-id: Give the number of the project that the merchant knows.')
  const secret = one('--project-secret') ?? environment[SECRET_VARIABLE] ?? ''
  if (secret === '')
    problems.push(
      `--project-secret: Give the secret of that project, or set ${SECRET_VARIABLE} in the environment.`,
    )
  const checkout = readCheckout(one('--checkout'))
  const orders = readOrders(one('--orders'), all('--order-map'), problems)
  const addresses: readonly (readonly [Name, string | undefined])[] = [
    ['--callback-url', callbackUrl ?? undefined],
    ['--checkout', checkout?.url],
    ['--orders', orders?.url],
  ]
  for (const [name, url] of addresses) if (url !== undefined) checkAddress(name, url, isTested, problems)
  const reports = readReports(all('--report'), problems)
  const platformPort = readPort('--platform-port', one('--platform-port'), problems)
  const network = readNetwork(one('--bind'), all('--allow-host'), problems)
  const gate = {
    minGrade: readMinGrade(one('--min-grade') ?? 'B', problems),
    required: all('--require').flatMap((text) => readRules(text, problems)),
  }
  const timeLimit = Number(one('--time-limit') ?? EXAM_LIMIT_MS / 1000)
  if (!Number.isInteger(timeLimit) || timeLimit < 1 || timeLimit > MAX_TIME_LIMIT)
    problems.push(
      `--time-limit: ${(one('--time-limit') ?? '').slice(0, 100)} is not a number of seconds. Give a whole number from 1 to ${String(MAX_TIME_LIMIT)}.`,
    )
  if (problems.length > 0) return { ok: false, problems }
  const clarification = one('--clarification') !== null
  const statusRequests = one('--status-requests') !== null
  return {
    ok: true,
    options: {
      setup: { callbackUrl: callbackUrl ?? '', projectId, checkout, orders, clarification, statusRequests },
      secret,
      platformPort,
      network,
      hosts,
      reports,
      scenarios: one('--scenarios'),
      session: one('--session'),
      gate,
      timeLimit,
    },
  }
}

/** Seconds: a day. */
const MAX_TIME_LIMIT = 86_400

function readMinGrade(text: string, problems: string[]): GradeLetter {
  const letter = GRADE_LETTERS.find((each) => each === text.toUpperCase())
  // Every merchant that is examined has F at least.
  if (letter !== undefined && letter !== 'F') return letter
  problems.push(`--min-grade: ${text.slice(0, 100)} is not a grade that passes. Give a letter from A to E.`)
  return 'B'
}

function readRules(text: string, problems: string[]): readonly number[] {
  return text.split(',').map((part) => {
    const number = /^\s*\d{1,2}\s*$/.test(part) ? Number(part) : Number.NaN
    const rule = EXAM_RULES.find((each) => each.number === number)
    if (rule === undefined)
      problems.push(
        `--require: ${part.slice(0, 100)} is not a rule. Give numbers of rules from 1 to ${String(EXAM_RULES.length)}, such as 2,4,5.`,
      )
    else if (rule.review !== undefined)
      problems.push(
        `--require: Only a person can check rule ${String(number)}, so the exam never passes it. Leave it out.`,
      )
    return number
  })
}

/** Reads `GET URL`, or `URL` for a checkout that takes a POST. */
function readCheckout(text: string | null): Checkout | null {
  if (text === null) return null
  return text.startsWith('GET ')
    ? { method: 'GET', url: text.slice('GET '.length).trim() }
    : { method: 'POST', url: text }
}

function readOrders(url: string | null, mappings: readonly string[], problems: string[]): OrderView | null {
  if (url === null) {
    if (mappings.length > 0)
      problems.push('--order-map: Without --orders it has no effect. Give the address of an order as JSON.')
    return null
  }
  if (!/^https?:\/\/[^/?#]+\/.*\{payment_id\}/.test(url))
    problems.push(
      '--orders: Write {payment_id} where the id of the order stands, such as http://127.0.0.1:4000/orders/{payment_id}.',
    )
  const map = mappings.reduce((before, text) => withMapping(before, text, problems), DEFAULT_ORDER_MAP)
  return { url, ...map }
}

function checkAddress(
  name: Name,
  url: string,
  isTested: (host: string) => boolean,
  problems: string[],
): void {
  if (!isWebAddress(url)) {
    problems.push(`${name}: ${url.slice(0, 200)} is not an http or https address.`)
    return
  }
  const host = new URL(url).hostname
  if (isTested(host)) return
  problems.push(
    `${name}: ${host} is not on this computer. The exam sends forged and broken messages: add --i-may-test ${host} where you may do that.`,
  )
}

type OrderMap = Omit<OrderView, 'url'>

/** How to read an order, unless `--order-map` says otherwise. */
const DEFAULT_ORDER_MAP: OrderMap = {
  state: ['status'],
  paid: ['paid', 'success', 'completed'],
  declined: ['declined', 'decline', 'failed'],
  deliveries: null,
  amount: null,
}

const PATHS = ['state', 'deliveries', 'amount'] as const
const WORDS = ['paid', 'declined'] as const
const MAX_MAPPING_CHARS = 200

/** Whether an argument is a further value of `--order-map`. */
const isOrderMapping = (text: string): boolean => /^(state|deliveries|amount|paid|declined)=/.test(text)

/** Reads `state=order.state` or `paid=paid,completed` into the map, or adds the problem. */
function withMapping(map: OrderMap, text: string, problems: string[]): OrderMap {
  const at = text.indexOf('=')
  const name = text.slice(0, Math.max(0, at))
  const value = text.slice(at + 1)
  const path = PATHS.find((each) => each === name)
  const words = WORDS.find((each) => each === name)
  const parts = value.split(path === undefined ? ',' : '.').map((part) => part.trim())
  if (
    value.length > MAX_MAPPING_CHARS ||
    parts.some((part) => part === '') ||
    (path ?? words) === undefined
  ) {
    problems.push(
      `--order-map: ${text.slice(0, MAX_MAPPING_CHARS)} cannot be read. Write state=PATH, paid=WORD[,WORD…], declined=WORD[,WORD…], deliveries=PATH or amount=PATH, with PATH like order.state.`,
    )
    return map
  }
  return { ...map, [path ?? words ?? 'state']: parts }
}
