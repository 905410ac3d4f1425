import type { HeaderList } from '#lib/http-message/message'
import type { CapturedKind } from './captured-kind'
import type { ProjectId } from '#domain/ids'
import { assertNever } from '#lib/error-text'

/** One response of the merchant listener. Times are real milliseconds: a socket waits for no virtual clock. */
export type ResponseStep =
  | {
      readonly kind: 'reply'
      readonly status: number
      readonly headers: HeaderList
      readonly body: string
      /** Between the last byte of the request and the first of the response. */
      readonly delayMs: number
    }
  /** The connection stays open until the sender ends it. */
  | { readonly kind: 'silence' }
  /** The connection is reset instead of a response. */
  | { readonly kind: 'reset'; readonly delayMs: number }
  /** The request is forwarded to a real merchant, whose response is returned. */
  | {
      readonly kind: 'forward'
      readonly url: string
      /** The path and query of the request are put behind the URL. */
      readonly appendPath: boolean
      readonly verifyCertificate: boolean
    }

/** Which requests a rule fits; what is left out does not matter. */
export interface RequestMatch {
  readonly method?: string | undefined
  /** Path without its query; `*` stands for any characters. */
  readonly path?: string | undefined
  readonly kinds?: readonly CapturedKind[] | undefined
  readonly projectId?: ProjectId | undefined
  /** Exactly this payment id; letter case does not matter (contract 3.1). */
  readonly paymentId?: string | undefined
}

/** What follows when every step was used: the last one again, all from the start, or the next rule. */
export type AfterSteps = 'last' | 'again' | 'pass'

/** How the merchant listener responds. The first rule in order that fits decides; without one the response is 200. */
export interface ResponseRule {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly match: RequestMatch
  /** One after another: with one step always the same response, with three a script such as 500, 500, 200. */
  readonly steps: readonly ResponseStep[]
  readonly after: AfterSteps
  /**
   * What the steps are counted by: the attempts of each callback, the requests of each payment, or all requests of the
   * rule. A request that is not a callback of ours counts for its payment.
   */
  readonly per: 'callback' | 'payment' | 'rule'
}

/** A captured request as rules see it. */
export interface MatchableRequest {
  readonly method: string
  readonly target: string
  readonly kind: CapturedKind
  readonly projectId: ProjectId | null
  readonly paymentId: string | null
}

/** Whether a rule fits this request. A disabled rule fits none. */
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

/** The step for the request that comes after `used` others; null where the rule lets it pass. */
export function stepAt({ steps, after }: ResponseRule, used: number): ResponseStep | null {
  const at = used < steps.length ? used : after === 'last' ? steps.length - 1 : used % steps.length
  return used >= steps.length && after === 'pass' ? null : (steps[at] ?? null)
}

/** Compares the path without its query; `*` stands for any characters, none included. */
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

/** Whether a changed rule runs through its steps differently, so that what was counted before no longer applies. */
export function isOtherScript(before: ResponseRule, after: ResponseRule): boolean {
  const script = ({ steps, per, after: then }: ResponseRule): string => JSON.stringify([steps, per, then])
  return script(before) !== script(after)
}

type Forward = Pick<Extract<ResponseStep, { kind: 'forward' }>, 'url' | 'appendPath'>

/** The address that a request is passed on to. `target`: its path with the query. */
export function forwardAddress({ url, appendPath }: Forward, target: string): string {
  return appendPath && target.startsWith('/') ? url.replace(/\/+$/, '') + target : url
}

/** Describes a rule in one sentence. */
export function responseSentence(rule: ResponseRule): string {
  const steps = rule.steps.map(stepWords)
  const each = PER_WORDS[rule.per]
  const first = steps[0] ?? ''
  if (steps.length === 1) {
    const once = rule.after === 'pass' ? ' once' : ''
    return `${matchWords(rule.match)}: ${first}${once}${once === '' ? '' : each}.`
  }
  return `${matchWords(rule.match)}: ${steps.join(', then ')}; after that ${AFTER_WORDS[rule.after]}${each}.`
}

const PER_WORDS: Readonly<Record<ResponseRule['per'], string>> = {
  callback: ', for every callback anew',
  payment: ', for every payment anew',
  rule: ', counted over all requests',
}

const AFTER_WORDS: Readonly<Record<AfterSteps, string>> = {
  last: 'the last one again',
  again: 'from the start',
  pass: 'as the rules below say',
}

/** What is done, in a few words. */
export function stepWords(step: ResponseStep): string {
  switch (step.kind) {
    case 'reply':
      return `respond ${String(step.status)}${afterWords(step.delayMs)}`
    case 'silence':
      return 'never respond'
    case 'reset':
      return `reset the connection${afterWords(step.delayMs)}`
    case 'forward':
      return `pass it on to ${step.url}${step.appendPath ? ' with its path' : ''} and return its response`
    default:
      return assertNever(step)
  }
}

function afterWords(delayMs: number): string {
  return delayMs === 0 ? '' : ` after ${String(delayMs / 1000)} s`
}

/** Kinds as they stand before the word `callback`. */
const KIND_WORDS: Readonly<Record<CapturedKind, string | null>> = {
  clarification: 'clarification',
  remaining: 'remaining-data',
  intermediate: 'intermediate',
  result: 'result',
  token: 'token',
  other: null,
}

function matchWords({ method, path, kinds, projectId, paymentId }: RequestMatch): string {
  const callbacks = (kinds ?? []).flatMap((kind) => KIND_WORDS[kind] ?? [])
  const what = [
    ...(callbacks.length === 0 ? [] : [`${callbacks.join(' or ')} callback`]),
    ...(kinds?.includes('other') === true ? ['request that is not a callback'] : []),
  ]
  return [
    `Every ${kinds === undefined ? 'request' : what.join(' or ')}`,
    method === undefined ? null : `by ${method}`,
    path === undefined ? null : `to ${path}`,
    paymentId === undefined ? null : `of payment ${paymentId}`,
    projectId === undefined ? null : `of project ${String(projectId)}`,
  ]
    .filter((part) => part !== null)
    .join(' ')
}
