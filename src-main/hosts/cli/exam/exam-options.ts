import { MAX_PROJECT_ID } from '#domain/ids'
import { GRADE_LETTERS, type GradeLetter } from '#exam/running/result'
import { EXAM_LIMIT_MS } from '#exam/running/run-exam'
import { EXAM_RULES } from '#exam/rules/exam-rules'
import type { Checkout, OrderView } from '#exam/setup/exam-setup'
import { SECRET_VARIABLE } from '#exam/trials/trial'
import { isWebAddress } from '#lib/web-address'
import { BENCH_OPTIONS, readBenchOptions } from '#hosts/cli/options'
import type { Values } from '#hosts/option-table'
import { allowedHosts } from '#scenarios/running/reach'

export const EXAM_TABLE = {
  '--callback-url': { value: 'URL', help: 'where the merchant receives callbacks' },
  '--project-id': { value: 'N', help: 'the project that the merchant knows' },
  '--project-secret': {
    value: 'S',
    help: `its secret; better in the environment, as ${SECRET_VARIABLE}`,
  },
  '--checkout': {
    value: 'URL',
    help: 'starts an order: the exam posts {amount, currency, card} as JSON, or sends a GET for "GET URL"; {amount}, {currency} and {card} in the address are filled in',
  },
  '--orders': { value: 'URL', help: 'an order as JSON; {payment_id} in the address is filled in' },
  '--order-map': {
    value: 'NAME=VALUE',
    help: 'how an order is read: state=PATH paid=WORD,WORD declined=WORD deliveries=PATH amount=PATH',
    further: /^(state|deliveries|amount|paid|declined)=/,
  },
  '--clarification': { help: 'the merchant answers clarifications automatically: examine that too' },
  '--status-requests': {
    help: 'the merchant requests the status within 10 s when no callback comes: examine that too',
  },
  ...BENCH_OPTIONS,
  '--scenarios': { value: 'FOLDER', help: 'save the scenario of every trial, for paybench run' },
  '--min-grade': {
    value: 'LETTER',
    help: 'the worst grade that passes, A to E (B unless given: no rule failed)',
  },
  '--require': { value: 'N,N', help: 'rules that must have passed; not observed is not passed' },
  '--time-limit': {
    value: 'SECONDS',
    help: `ends the exam after this time (${String(EXAM_LIMIT_MS / 1000)} unless given); time in which the computer sleeps does not count`,
  },
} as const
type Name = keyof typeof EXAM_TABLE

export type ExamOptions = ReturnType<typeof examOptions>

export function examOptions(
  values: Values<Name>,
  problems: string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
) {
  const { all, one } = values
  for (const stray of all(null))
    problems.push(`${stray.slice(0, 100)}: does not belong to an option. See paybench exam --help.`)
  const callbackUrl = one('--callback-url')
  if (callbackUrl === null)
    problems.push('--callback-url: Give the address at which the merchant receives callbacks.')
  const projectId = wholeNumber(one('--project-id') ?? '', MAX_PROJECT_ID)
  if (projectId === null)
    problems.push('--project-id: Give the number of the project that the merchant knows.')
  const secret = one('--project-secret') ?? environment[SECRET_VARIABLE] ?? ''
  if (secret === '')
    problems.push(
      `--project-secret: Give the secret of that project, or set ${SECRET_VARIABLE} in the environment.`,
    )
  const checkout = readCheckout(one('--checkout'))
  const orders = readOrders(one('--orders'), all('--order-map'), problems)
  const mayTest = allowedHosts(all('--i-may-test'))
  const checkAddress = (name: Name, url: string | null | undefined): void => {
    if (url === undefined || url === null) return
    const host = isWebAddress(url) ? new URL(url).hostname : null
    if (host === null) problems.push(`${name}: ${url.slice(0, 200)} is not an http or https address.`)
    else if (!mayTest(host))
      problems.push(
        `${name}: ${host} is not on this computer. The exam sends forged and broken messages: add --i-may-test ${host} if you are allowed to test it.`,
      )
  }
  checkAddress('--callback-url', callbackUrl)
  checkAddress('--checkout', checkout?.url)
  checkAddress('--orders', orders?.url)
  const limit = one('--time-limit') ?? String(EXAM_LIMIT_MS / 1000)
  const timeLimit = wholeNumber(limit, MAX_TIME_LIMIT)
  if (timeLimit === null)
    problems.push(
      `--time-limit: ${limit.slice(0, 100)} is not a number of seconds. Give a whole number from 1 to ${String(MAX_TIME_LIMIT)}.`,
    )
  const clarification = one('--clarification') !== null
  const statusRequests = one('--status-requests') !== null
  return {
    ...readBenchOptions(values, problems),
    setup: {
      ...{ callbackUrl: callbackUrl ?? '', projectId: projectId ?? 0 },
      ...{ checkout, orders, clarification, statusRequests },
    },
    secret,
    scenarios: one('--scenarios'),
    gate: {
      minGrade: readMinGrade(one('--min-grade') ?? 'B', problems),
      required: all('--require').flatMap((text) => readRules(text, problems)),
    },
    timeLimit: timeLimit ?? 0,
  }
}

/** Reads a whole number from 1 to `most`; null for any other text. */
function wholeNumber(text: string, most: number): number | null {
  const number = Number(text)
  return text !== '' && Number.isInteger(number) && number >= 1 && number <= most ? number : null
}

/** A day, in seconds. */
const MAX_TIME_LIMIT = 86_400

function readMinGrade(text: string, problems: string[]): GradeLetter {
  const letter = GRADE_LETTERS.find((each) => each === text.toUpperCase())
  // Every examined merchant gets at least an F.
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

/** Reads `GET URL`, or `URL` for a POST checkout. */
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
      '--orders: Write {payment_id} in place of the order id, such as http://127.0.0.1:4000/orders/{payment_id}.',
    )
  const map = mappings.reduce((before, text) => withMapping(before, text, problems), DEFAULT_ORDER_MAP)
  return { url, ...map }
}

type OrderMap = Omit<OrderView, 'url'>

/** Used unless `--order-map` says otherwise. */
const DEFAULT_ORDER_MAP: OrderMap = {
  state: ['status'],
  paid: ['paid', 'success', 'completed'],
  declined: ['declined', 'decline', 'failed'],
  deliveries: null,
  amount: null,
}

const MAX_MAPPING_CHARS = 200

/** Reads `state=order.state` or `paid=paid,completed` into the map, or adds the problem. */
function withMapping(map: OrderMap, text: string, problems: string[]): OrderMap {
  const [, name = '', isPath, value = ''] =
    /^((state|deliveries|amount)|paid|declined)=(.*)$/s.exec(text.slice(0, 2 * MAX_MAPPING_CHARS)) ?? []
  const parts = value.split(isPath === undefined ? ',' : '.').map((part) => part.trim())
  if (value.length <= MAX_MAPPING_CHARS && parts.every((part) => part !== ''))
    return { ...map, [name]: parts }
  problems.push(
    `--order-map: ${text.slice(0, MAX_MAPPING_CHARS)} cannot be read. Write state=PATH, paid=WORD[,WORD…], declined=WORD[,WORD…], deliveries=PATH or amount=PATH, with PATH like order.state.`,
  )
  return map
}
