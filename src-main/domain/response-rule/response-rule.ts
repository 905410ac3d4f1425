import type { HeaderList } from '#lib/http-message/message'
import type { CapturedKind } from './captured-kind'
import type { ProjectId } from '#domain/ids'

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
