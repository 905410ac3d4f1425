import type { ExchangeSource, SignatureVerdict } from '#protocol/messages'
import { type ApiError, errorBody } from '#domain/api/errors'
import type { HttpResponse, IntakeRequest, WrittenResponse } from '#lib/http-message/message'
import { jsonResponse } from '#lib/http-message/response'
import type { Scheduler } from '#platform/scheduler/scheduler'
import { type ExchangeParts, exchangeRecord, keepableResponse, maskLongBody } from '#core/exchange-record'
import type { ExchangeId, ProjectId } from '#domain/ids'
import { signPlain } from '#domain/signature/sign'
import type { SignatureCrypto } from '#domain/signature/crypto'
import type { Project } from '#domain/project/project'
import { maskText } from '#domain/card/mask-text'
import {
  diagnosing,
  type Diagnosis,
  type DiagnosisRequest,
  shortVerdict,
  triesWithin,
} from '#domain/signature/diagnosis/diagnose'
import { exchangeSummary } from '#core/views'
import { createPacer, runSteps } from '#core/retention'
import type { BenchServices } from '#core/services'

export interface PlatformResponse {
  readonly response: HttpResponse
  /** Call it once, when the response has been sent or can no longer be sent. */
  readonly afterResponse: (written: WrittenResponse) => void
}

export interface Handled extends Pick<ExchangeParts, 'error' | 'verdict' | 'subject' | 'note'> {
  readonly response: HttpResponse
  /** Whether callbacks of the payment that are due leave before the response (contract 16.5); default: after it. */
  readonly callbacksFirst?: boolean
  /** The search for the mistake in the signature, if it continues after the response. */
  readonly unfinished?: UnfinishedSearch | null
}

/** Handles each request to the platform and records it in the same transaction. */
export type Recorder = ReturnType<typeof createRecorder>

export function createRecorder(
  options: Pick<BenchServices, 'store' | 'ids' | 'changes' | 'now' | 'selfRequests'> & {
    readonly scheduler: Scheduler
    readonly searches: FinishingSearches
  },
) {
  const { store, ids, scheduler, changes, now, selfRequests, searches } = options
  return {
    /**
     * Stores the exchange in the transaction of `handle`. The response waits for it; callbacks wait for both (9.1),
     * unless they leave first.
     */
    async record(
      source: ExchangeSource,
      request: IntakeRequest,
      handle: (exchangeId: ExchangeId) => Handled,
    ): Promise<PlatformResponse> {
      const startedAt = performance.now()
      const masking = maskLongBody(request)
      const maskedBody = masking === null ? undefined : await runSteps(masking)
      const receivedAt = now()
      const id = ids.exchangeId()
      const from = selfRequests.claim(request, id)
      let release: (() => void) | null = null
      try {
        const handled = store.write(() => {
          const result = handle(id)
          const durationMs = performance.now() - startedAt
          const { unfinished: _, ...known } = result
          const expected = request.completed(result.response)
          store.exchanges.insert(
            exchangeRecord({
              id,
              source,
              request,
              maskedBody,
              receivedAt,
              ...known,
              response: expected,
              durationMs,
              from,
            }),
          )
          return { ...result, expected }
        })
        const { paymentKey } = handled.subject
        if (paymentKey !== null) release = scheduler.lock(paymentKey)
        changes.exchange(id)
        await store.committed()
        if (paymentKey !== null && handled.callbacksFirst === true) {
          release?.()
          await scheduler.attempted(paymentKey)
        }
        const releasePayment = release
        return {
          response: handled.response,
          afterResponse: (written) => {
            releasePayment?.()
            scheduler.wakeIfDue()
            if (written.response !== handled.expected) {
              store.exchanges.setResponse(id, {
                status: written.response.status,
                headers: written.response.headers,
                body:
                  written.response.body === handled.expected.body
                    ? null
                    : keepableResponse(source, written.response.body),
                durationMs: performance.now() - startedAt,
              })
            }
            const { unfinished = null } = handled
            if (unfinished !== null) searches.finish(id, unfinished)
          },
        }
      } catch (error) {
        release?.()
        throw error
      }
    },
  }
}

/** The error response (contract 3.7), with the request id if the status can be requested (contract 12 row 20). */
export function errorResponse(error: ApiError, requestId: string | null = null): HttpResponse {
  const body = errorBody(error)
  return jsonResponse(
    error.httpStatus,
    requestId === null ? body : { ...body, request_id: requestId },
    error.httpStatus === 405 ? [['Allow', 'POST']] : [],
  )
}

/** The unsigned acknowledgement of an asynchronous call (contract 3.7, 11 no. 32). */
export function ackResponse(requestId: string, projectId: ProjectId, paymentId: string): HttpResponse {
  return jsonResponse(200, {
    status: 'success',
    request_id: requestId,
    project_id: projectId,
    payment_id: paymentId,
  })
}

/** A response that is signed at the top level (contract 2.1). */
export function signedResponse(
  body: Readonly<Record<string, unknown>>,
  project: Project,
  crypto: SignatureCrypto,
): HttpResponse {
  return jsonResponse(200, { ...body, signature: signPlain(body, project.secret, crypto) })
}

/** A search for the mistake in a wrong signature that was cut short because a caller was waiting. */
export interface UnfinishedSearch {
  readonly request: Omit<DiagnosisRequest, 'maxTries'>
  readonly verdict: SignatureVerdict
}

/** Continues searches after the response, and adds the mistake to the verdict of the exchange. */
type FinishingSearches = ReturnType<typeof createFinishingSearches>

/** At most this many bytes are hashed per search. The Signature page searches further. */
const MAX_HASHED_BYTES = 64_000_000

/** Milliseconds of work per slice; the event loop is then free for the same time. */
const SLICE_MS = 5

/** Each waiting search holds a complete request, so further ones are dropped; the Signature page can repeat them. */
const MAX_WAITING = 4

export function createFinishingSearches({
  store,
  changes,
  ending,
  onFailure,
}: Pick<BenchServices, 'store' | 'changes' | 'ending' | 'onFailure'>) {
  const waiting: { readonly id: string; readonly search: UnfinishedSearch }[] = []
  let isWorking = false

  const write = (id: string, verdict: SignatureVerdict, diagnosis: Diagnosis): void => {
    const mistake = shortVerdict(diagnosis)
    if (mistake === null) return
    const explanation = `${verdict.explanation} ${maskText(mistake).text}`
    // A reset may have removed the exchange.
    if (!store.exchanges.setVerdict(id, { ...verdict, explanation })) return
    const row = store.exchanges.row(id)
    if (row === null) return
    changes.other(() => ({ type: 'exchange.changed', exchange: exchangeSummary(row) }))
  }

  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const diagnosis = await inSlices(next.search, ending)
      if (diagnosis === null) return
      write(next.id, next.search.verdict, diagnosis)
    }
  }

  return {
    finish(id: ExchangeId, search: UnfinishedSearch): void {
      if (ending.aborted || waiting.length >= MAX_WAITING) return
      waiting.push({ id, search })
      if (isWorking) return
      isWorking = true
      work()
        .catch((error: unknown) => {
          onFailure('The search for the mistake in a signature could not be finished', error)
        })
        .finally(() => {
          isWorking = false
        })
    },
  }
}

/** Null if Paybench is closed before the search ends. */
async function inSlices({ request }: UnfinishedSearch, ending: AbortSignal): Promise<Diagnosis | null> {
  await rest()
  const check = (): void => {
    ending.throwIfAborted()
  }
  try {
    check()
    return await runSteps(
      diagnosing({ ...request, maxTries: triesWithin(MAX_HASHED_BYTES) }),
      createPacer(check, { sliceMs: SLICE_MS, rest }),
    )
  } catch (error) {
    if (ending.aborted) return null
    throw error
  }
}

const rest = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, SLICE_MS).unref()
  })
