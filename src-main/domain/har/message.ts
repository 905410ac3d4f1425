import type { HttpRequest, HttpResponse } from '#lib/http-message/message'
import type { CallbackId, MessageId, ProjectId } from '#domain/ids'

/** A request and its response as an entry of an HTTP archive. */
export interface HarMessage extends HttpRequest {
  /** Wall time, epoch milliseconds. */
  readonly startedAt: number
  /** Real milliseconds; null where nobody measured them. */
  readonly durationMs: number | null
  /** Absolute address. */
  readonly url: string
  readonly response: HarResponse | null
  /** What HAR has no place for; null in archives of others. */
  readonly own: HarOwnFields | null
}

export interface HarResponse extends HttpResponse {
  readonly httpVersion: string
}

export type HarSource = 'api' | 'form' | 'capture' | 'imported' | 'callback'

export interface HarVerdict {
  readonly state: 'valid' | 'invalid' | 'missing' | 'empty' | 'unreadable' | 'unknown_project'
  readonly place?: string | undefined
  readonly dialect?: string | undefined
  readonly received?: string | undefined
  readonly expected?: string | undefined
  readonly explanation: string
}

export interface HarRefusal {
  readonly code: string
  readonly message: string
  readonly field?: string | undefined
  readonly contract: string
}

export interface HarMark {
  readonly ruleId: string | null
  readonly text: string
}

export interface HarMask {
  readonly start: number
  readonly end: number
  readonly kind: 'pan' | 'cvv'
}

/** The member `_paybench` of an entry. Left out members say that there is nothing of the kind. */
export interface HarOwnFields {
  readonly id: string
  /** Where the request came in; `callback`: the platform sent it. */
  readonly source: HarSource
  /** Virtual time, epoch milliseconds. */
  readonly virtualTime: number
  readonly tlsVersion?: string | undefined
  readonly remoteAddress?: string | undefined
  readonly projectId?: ProjectId | undefined
  readonly paymentId?: string | undefined
  readonly callbackId?: CallbackId | undefined
  /** Which attempt of a callback; the first is 0. */
  readonly attempt?: number | undefined
  readonly verdict?: HarVerdict | undefined
  readonly refusal?: HarRefusal | undefined
  readonly note?: string | undefined
  readonly replayOf?: MessageId | undefined
  readonly marks: readonly HarMark[]
  /** Characters of the body that were masked before it was kept. */
  readonly masked: readonly HarMask[]
  /** What was written, where it was not simply head and body. */
  readonly wire?: Uint8Array | undefined
}
