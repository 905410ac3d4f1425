import { z } from 'zod'
import { MESSAGE_KINDS, type MessageKind, MESSAGE_WORDS } from '#domain/payment/callbacks'
import { FIELD_VALUE, TOKEN } from '#lib/http-message/response'
import { isWebAddress } from '#lib/web-address'
import type { ReadonlyDeep } from '#lib/readonly-deep'
import { MAX_PROJECT_ID, type ProjectId } from '#domain/ids'
import { assertNever } from '#lib/error-text'

export const MAX_STEPS = 100
const MAX_HEADERS = 50
const MAX_BODY = 1_048_576
/** Longer than the platform waits for a response (contract 9.2), and short enough for a tester to wait for it. */
export const MAX_RESPONSE_DELAY_MS = 120_000

/** The error continues a sentence that begins with the name of the field. */
const textOf = (most: number) => z.string().max(most, `must have at most ${String(most)} characters`)

const headerName = textOf(200)
  .regex(TOKEN, 'must be letters, digits and hyphens')
  .refine(
    (name) => !['content-length', 'transfer-encoding', 'connection'].includes(name.toLowerCase()),
    'must not be Content-Length, Transfer-Encoding or Connection: Paybench writes them as the response needs them',
  )
const headerValue = textOf(8192).regex(
  FIELD_VALUE,
  'must have no line break, control character or character outside Latin-1',
)
const DELAY_RULE = `must be a whole number of milliseconds from 0 to ${String(MAX_RESPONSE_DELAY_MS)}`
/** Wall time from the last byte of the request to the first of the response: a socket has no virtual clock. */
const delayMs = z.int(DELAY_RULE).min(0, DELAY_RULE).max(MAX_RESPONSE_DELAY_MS, DELAY_RULE)
const STATUS_RULE = 'must be a status from 200 to 599'

const responseStep = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('reply'),
    status: z.int(STATUS_RULE).min(200, STATUS_RULE).max(599, STATUS_RULE),
    headers: z
      .array(z.tuple([headerName, headerValue]))
      .max(MAX_HEADERS, `must have at most ${String(MAX_HEADERS)} entries`),
    body: textOf(MAX_BODY),
    delayMs,
  }),
  /** The connection stays open until the sender ends it. */
  z.strictObject({ kind: z.literal('silence') }),
  z.strictObject({ kind: z.literal('reset'), delayMs }),
  /** Forwards the request to a real merchant and returns its response. */
  z.strictObject({
    kind: z.literal('forward'),
    url: textOf(2000).refine(isWebAddress, 'must be an absolute http or https URL'),
    /** Whether the request's path and query are appended to the URL. */
    appendPath: z.boolean(),
    verifyCertificate: z.boolean(),
  }),
])
export type ResponseStep = ReadonlyDeep<z.infer<typeof responseStep>>

const requestMatch = z.strictObject({
  method: textOf(40)
    .regex(/^[!#$%&'*+.^_`|~0-9A-Z-]+$/, 'must be a method in capital letters, such as POST')
    .optional(),
  /** Path without its query; `*` matches any characters. */
  path: textOf(2000)
    .regex(/^[/*][^\s?#]*$/, 'must begin with / or *, without a query; * matches any characters')
    .optional(),
  kinds: z.array(z.enum(MESSAGE_KINDS)).min(1).max(MESSAGE_KINDS.length).readonly().optional(),
  projectId: (z.int().min(1).max(MAX_PROJECT_ID) as z.ZodType<ProjectId, ProjectId>).optional(),
  /** The exact payment id, in any letter case (contract 3.1). */
  paymentId: textOf(255).min(1, 'must not be empty').optional(),
})
export type RequestMatch = ReadonlyDeep<z.infer<typeof requestMatch>>

/** A response of the merchant listener. The first enabled rule that matches decides; if none matches: 200. */
export const responseRule = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be 1 to 40 letters, digits, _ or -'),
  name: textOf(80),
  enabled: z.boolean(),
  match: requestMatch,
  /** Used in turn: one step is always the same response, three are a script such as 500, 500, 200. */
  steps: z
    .array(responseStep as z.ZodType<ResponseStep, ResponseStep>)
    .min(1, 'must have at least one response')
    .max(MAX_STEPS, `must have at most ${String(MAX_STEPS)} responses`)
    .readonly(),
  /** After the last step: repeats it, starts again, or passes to the next rule. */
  after: z.enum(['last', 'again', 'pass']),
  /** What steps are counted per. With `callback`, a request that is not Paybench's callback counts for its payment. */
  per: z.enum(['callback', 'payment', 'rule']),
})
export type ResponseRule = ReadonlyDeep<z.infer<typeof responseRule>>

export interface MatchableRequest {
  readonly method: string
  readonly target: string
  readonly kind: MessageKind
  readonly projectId: ProjectId | null
  readonly paymentId: string | null
}

/** Whether a rule is enabled and matches. */
export function fitsRequest(rule: ResponseRule, request: MatchableRequest): boolean {
  const { method, path, kinds, projectId, paymentId } = rule.match
  return (
    rule.enabled &&
    (method === undefined || method === request.method) &&
    (path === undefined || fitsPath(path, request.target)) &&
    (kinds === undefined || kinds.includes(request.kind)) &&
    (projectId === undefined || projectId === request.projectId) &&
    (paymentId === undefined || paymentId.toLowerCase() === request.paymentId?.toLowerCase())
  )
}

/** The step after `used` others; null if the next rule decides. */
export function stepAt({ steps, after }: ResponseRule, used: number): ResponseStep | null {
  const at = used < steps.length ? used : after === 'last' ? steps.length - 1 : used % steps.length
  return used >= steps.length && after === 'pass' ? null : (steps[at] ?? null)
}

function fitsPath(pattern: string, target: string): boolean {
  const path = target.replace(/[?#].*$/s, '')
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return path === first
  if (!path.startsWith(first) || path.length < first.length + last.length || !path.endsWith(last))
    return false
  const end = path.length - last.length
  let at = first.length
  for (const part of rest) {
    const found = path.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}

/** Whether a changed rule uses its steps differently, so that old counts no longer apply. */
export function isOtherScript(before: ResponseRule, after: ResponseRule): boolean {
  const script = ({ steps, per, after: then }: ResponseRule): string => JSON.stringify([steps, per, then])
  return script(before) !== script(after)
}

type Forward = Pick<Extract<ResponseStep, { kind: 'forward' }>, 'url' | 'appendPath'>

/** `target`: path and query of the request. */
export function forwardAddress({ url, appendPath }: Forward, target: string): string {
  return appendPath && target.startsWith('/') ? url.replace(/\/+$/, '') + target : url
}

export function responseSentence(rule: ResponseRule): string {
  const steps = rule.steps.map(stepWords)
  const each = PER_WORDS[rule.per]
  const first = steps[0] ?? ''
  if (steps.length === 1) {
    const once = rule.after === 'pass' ? ', but only once' : ''
    return `${matchWords(rule.match)}: ${first}${once}${once === '' ? '' : each}.`
  }
  return `${matchWords(rule.match)}: ${steps.join(', then ')}, ${AFTER_WORDS[rule.after]}${each}.`
}

const PER_WORDS: Readonly<Record<ResponseRule['per'], string>> = {
  callback: '; steps are counted separately for each callback',
  payment: '; steps are counted separately for each payment',
  rule: '; steps are counted across all requests',
}

const AFTER_WORDS: Readonly<Record<ResponseRule['after'], string>> = {
  last: 'then repeat the last one',
  again: 'then start again',
  pass: 'then leave it to the rules below',
}

export function stepWords(step: ResponseStep): string {
  switch (step.kind) {
    case 'reply':
      return `respond with ${String(step.status)}${afterWords(step.delayMs)}`
    case 'silence':
      return 'never respond'
    case 'reset':
      return `reset the connection${afterWords(step.delayMs)}`
    case 'forward':
      return `forward the request to ${step.url}${step.appendPath ? ', keeping its path,' : ''} and return the response from there`
    default:
      return assertNever(step)
  }
}

function afterWords(delayMs: number): string {
  return delayMs === 0 ? '' : ` after ${String(delayMs / 1000)} s`
}

function matchWords({ method, path, kinds, projectId, paymentId }: RequestMatch): string {
  const callbacks = (kinds ?? []).filter((kind) => kind !== 'other').map((kind) => MESSAGE_WORDS[kind])
  const what = [
    ...(callbacks.length === 0 ? [] : [`${callbacks.join(' or ')} callback`]),
    ...(kinds?.includes('other') === true ? ['request that is not a callback'] : []),
  ]
  return [
    `Every ${kinds === undefined ? `${method ?? ''} request`.trim() : what.join(' or ')}`,
    method === undefined || kinds === undefined ? null : `by ${method}`,
    path === undefined ? null : `to ${path}`,
    paymentId === undefined ? null : `of payment ${paymentId}`,
    projectId === undefined ? null : `of project ${String(projectId)}`,
  ]
    .filter((part) => part !== null)
    .join(' ')
}
