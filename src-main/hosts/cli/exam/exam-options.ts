import type { Checkout, ExamSetup, OrderView } from '../../../exam/setup/exam-setup'
import { SECRET_VARIABLE } from '../../../exam/trials/scenario-text'
import { isWebAddress } from '../../../lib/web-address'
import { suggestion } from '../../../scenarios/reading/suggestion'
import { readPort, readReportInto } from '../option-values'
import { isReport, type ReportFile } from '../report-files'
import { isOrderMapping, mapped, USUAL_ORDER_MAP } from './order-map'
import { testedHosts } from '../../exam/tested-hosts'

/** What `paybench exam` is to do. */
export interface ExamOptions {
  readonly setup: ExamSetup
  readonly secret: string
  /** Null: the usual one, or another where that is taken. */
  readonly platformPort: number | null
  /** Hosts beside this computer that may be tested. */
  readonly hosts: readonly string[]
  readonly reports: readonly ReportFile[]
  /** Folder for the scenarios of the trials; null: nowhere. */
  readonly scenarios: string | null
  readonly workspace: string | null
}

export type ExamOptionsReading =
  | { readonly ok: true; readonly options: ExamOptions }
  | { readonly ok: false; readonly problems: readonly string[] }

const NAMES = [
  '--callback-url',
  '--project-id',
  '--project-secret',
  '--platform-port',
  '--checkout',
  '--orders',
  '--order-map',
  '--i-may-test',
  '--report',
  '--scenarios',
  '--workspace',
  '--clarification',
] as const
type Name = (typeof NAMES)[number]
const isName = (text: string): text is Name => NAMES.some((name) => name === text)

const MAX_PROJECT_ID = 4_294_967_295

/** The values of each option, in the order in which they were given. */
function sorted(argv: readonly string[], problems: string[]): ReadonlyMap<Name, readonly string[]> {
  const values = new Map<Name, string[]>()
  let last: Name | null = null
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? ''
    const goesOn =
      (last === '--report' && isReport(argument)) || (last === '--order-map' && isOrderMapping(argument))
    if (!argument.startsWith('-')) {
      if (goesOn && last !== null) values.get(last)?.push(argument)
      else problems.push(`${argument.slice(0, 100)}: does not belong to an option. See paybench exam --help.`)
      continue
    }
    const [name = '', ...given] = argument.split('=')
    if (!isName(name)) {
      problems.push(`${name}: There is no such option. ${suggestion(name, NAMES)}`)
      continue
    }
    last = name
    const list = values.get(name) ?? []
    values.set(name, list)
    if (name === '--clarification') continue
    const value = given.length > 0 ? given.join('=') : argv[(index += 1)]
    if (value === undefined || value === '') problems.push(`${name}: needs a value.`)
    else list.push(value)
  }
  return values
}

/** Reads the arguments after `paybench exam`; every problem is a sentence with its remedy. */
export function readExamOptions(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ExamOptionsReading {
  const problems: string[] = []
  const values = sorted(argv, problems)
  const one = (name: Name): string | null => values.get(name)?.at(-1) ?? null
  const hosts = values.get('--i-may-test') ?? []
  const isTested = testedHosts(hosts)

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
  const orders = readOrders(one('--orders'), values.get('--order-map') ?? [], problems)
  const addresses: readonly (readonly [Name, string | undefined])[] = [
    ['--callback-url', callbackUrl ?? undefined],
    ['--checkout', checkout?.url],
    ['--orders', orders?.url],
  ]
  for (const [name, url] of addresses) if (url !== undefined) checkAddress(name, url, isTested, problems)
  const reports: ReportFile[] = []
  for (const report of values.get('--report') ?? []) readReportInto(reports, report, problems)
  const port = one('--platform-port')
  const platformPort = port === null ? null : readPort('--platform-port', port, problems)
  if (problems.length > 0) return { ok: false, problems }
  const clarification = values.has('--clarification')
  return {
    ok: true,
    options: {
      setup: { callbackUrl: callbackUrl ?? '', projectId, checkout, orders, clarification },
      secret,
      platformPort,
      hosts,
      reports,
      scenarios: one('--scenarios'),
      workspace: one('--workspace'),
    },
  }
}

/** `GET URL` or `URL`, which is posted to. */
function readCheckout(text: string | null): Checkout | null {
  if (text === null) return null
  return text.startsWith('GET ')
    ? { method: 'GET', url: text.slice('GET '.length).trim() }
    : { method: 'POST', url: text }
}

function readOrders(url: string | null, mappings: readonly string[], problems: string[]): OrderView | null {
  if (url === null) {
    if (mappings.length > 0) problems.push('--order-map: needs --orders, the address of an order as JSON.')
    return null
  }
  if (!/^https?:\/\/[^/?#]+\/.*\{payment_id\}/.test(url))
    problems.push(
      '--orders: Write {payment_id} where the id of the order stands, such as http://127.0.0.1:4000/orders/{payment_id}.',
    )
  const map = mappings.reduce((before, text) => mapped(before, text, problems), USUAL_ORDER_MAP)
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
