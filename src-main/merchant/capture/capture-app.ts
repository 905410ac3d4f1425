import { encodeUtf8 } from '#lib/bytes/utf8'
import type { CallbackId, ProjectId } from '#domain/ids'
import type { MessageKind } from '#domain/payment/callbacks'
import { capturedKind } from '#domain/response-rule/captured-kind'
import type { ChosenStep, ResponseRules } from '#merchant/responses/response-rules'
import { type ExchangeParts, exchangeRecord, NO_SUBJECT, type Subject } from '#core/exchange-record'
import type { CapturedRequest, HttpResponse, Reaction, WrittenResponse } from '#lib/http-message/message'
import { createPassingOn, type Forward, passOn, wentThrough } from './pass-on'
import type { Shop } from '#merchant/shop/routes'
import { LIMITS } from '#lib/limits/limit-table'
import { parseJsonBytes } from '#lib/json/parse'
import { namedProjectId, valueAt } from '#domain/api/rules'
import type { MessageMark, SignatureVerdict } from '#protocol/messages'
import { unknownProjectVerdict, unreadableVerdict, verdictOf } from '#core/verdict'
import { stepWords } from '#domain/response-rule/response-rule'
import type { BenchServices } from '#core/services'

/** Captures all requests except those for pages of the shop, and responds by rule, as the shop, or with 200. */
export type CaptureApp = ReturnType<typeof createCaptureApp>

const OK: HttpResponse = {
  status: 200,
  headers: [['Content-Type', 'text/plain; charset=utf-8']],
  body: encodeUtf8('OK\n'),
}

/** The reaction to a forwarded request that came back. Forwarding it again would loop forever. */
const CAME_BACK: PlannedResponse = {
  reaction: { kind: 'reset', delayMs: 0 },
  marks: [
    {
      ruleId: null,
      text: 'A rule passed this request on to the listener that it came from. It was stopped here, because it would be passed on forever.',
    },
  ],
}

export function createCaptureApp(
  options: Omit<BenchServices, 'clock' | 'wallNow' | 'sha256Hex' | 'reference' | 'onFailure'> & {
    readonly paymentKeyOf: (projectId: ProjectId, paymentId: string) => string | null
    readonly shop: Shop
    readonly responseRules: ResponseRules
  },
) {
  const { store, ids, changes, now, shop, responseRules, ending, selfRequests } = options
  const passing = createPassingOn(options)
  const inProgress = new WeakMap<CapturedRequest, ReturnType<typeof capture>>()

  const plan = (
    request: CapturedRequest,
    kind: MessageKind,
    { projectId, paymentId, paymentKey }: Subject,
    callbackId: CallbackId | null,
  ): PlannedResponse => {
    const { method, target } = request
    const chosen = responseRules.choose(
      { method, target, kind, projectId, paymentId },
      { paymentKey, callbackId },
    )
    if (chosen !== null) return plannedResponse(chosen)
    return {
      reaction: { kind: 'response', response: shop.handle(request) ?? OK, delayMs: 0 },
      marks: [],
    }
  }

  /** Chooses the response and stores the exchange in one write, so that the stored response is the chosen one. */
  const capture = (request: CapturedRequest, id: string, startedAt: number) => {
    const from = selfRequests.claim(request, id)
    const { subject, verdict, kind } = identify(request.body, options)
    return store.write(() => {
      // If Paybench sent the request, its callback is known; otherwise take the newest callback with the same body.
      // The body alone does not distinguish a remaining-data request from a clarification request (contract 9.1).
      const sent =
        from?.kind === 'attempt'
          ? { id: from.callbackId, kind: from.callbackKind }
          : store.callbacks.newestWithBody(subject.paymentKey, request.body)
      const callbackId = sent?.id ?? null
      const planned =
        from?.kind === 'passedOn' || wentThrough(request, passing.name)
          ? CAME_BACK
          : plan(request, sent === null || sent.kind === 'other' ? kind : sent.kind, subject, callbackId)
      const stored = storedResponse(request, planned)
      const marks = [...(from?.kind === 'resent' ? from.marks : []), ...planned.marks]
      store.exchanges.insert({
        ...exchangeRecord({
          id,
          source: 'capture',
          request,
          receivedAt: now(),
          subject,
          verdict,
          error: null,
          response: stored,
          note: request.truncated === true ? 'The body is longer than the stored part.' : null,
          durationMs: performance.now() - startedAt,
          callbackId,
          from,
        }),
        marks,
      })
      return { ...planned, id, startedAt, marks, stored }
    })
  }

  const addMark = (id: string, marks: readonly MessageMark[]): Promise<void> => {
    store.exchanges.mark(id, marks)
    changes.capture(id, false)
    return store.committed()
  }

  return {
    async handle(request: CapturedRequest): Promise<Reaction> {
      // Requests for pages of the shop are not messages to a merchant's server: do not capture them or apply rules.
      const page = /^\/shop\/callback(?:$|[/?])/.test(request.target)
        ? null
        : store.write(() => shop.handle(request))
      if (page !== null) {
        await store.committed()
        return { kind: 'response', response: page, delayMs: 0 }
      }
      const id = ids.exchangeId()
      const planned = capture(request, id, performance.now())
      inProgress.set(request, planned)
      changes.capture(id, true)
      await store.committed()
      if (planned.reaction !== null) return planned.reaction
      const { reaction, mark } = await passOn(planned.forward, request, passing)
      if (ending.aborted) return { kind: 'reset', delayMs: 0 }
      await addMark(id, [...planned.marks, mark])
      return reaction
    },
    /** Call it when the response has been written, or with null if there was nothing to write. */
    responded(request: CapturedRequest, written: WrittenResponse | null): void {
      const entry = inProgress.get(request)
      if (entry === undefined || written === null || written.response === entry.stored) return
      const durationMs = performance.now() - entry.startedAt
      store.exchanges.setResponse(entry.id, { ...written.response, durationMs })
      changes.capture(entry.id, false)
    },
  }
}

/** Null if no response is planned. A delayed response is stored without `Date`, which is added when it is written. */
function storedResponse(request: CapturedRequest, { reaction }: PlannedResponse): HttpResponse | null {
  if (reaction?.kind !== 'response') return null
  return reaction.delayMs === 0 ? request.completed(reaction.response) : reaction.response
}

function identify(
  body: Uint8Array,
  {
    projects,
    crypto,
    paymentKeyOf,
  }: Pick<Parameters<typeof createCaptureApp>[0], 'projects' | 'crypto' | 'paymentKeyOf'>,
): { readonly verdict: SignatureVerdict; readonly subject: Subject; readonly kind: MessageKind } {
  const json = parseJsonBytes(body, LIMITS.requestValues)
  if (!json.ok) return { verdict: unreadableVerdict(json.message), subject: NO_SUBJECT, kind: 'other' }
  const named = namesIn(json.plain)
  const project = named.projectId === null ? null : projects.byId(named.projectId)
  const projectId = project?.projectId ?? null
  const { paymentId } = named
  const paymentKey = projectId === null || paymentId === null ? null : paymentKeyOf(projectId, paymentId)
  return {
    verdict:
      project === null
        ? unknownProjectVerdict(named.projectId)
        : verdictOf({ root: json.root, project, crypto, surface: 'callback' }),
    subject: { projectId, paymentId, paymentKey },
    kind: capturedKind(json.plain),
  }
}

/** Reads the ids, which contract 3.2, 3.6 and 3.9 put in different places. */
function namesIn(body: unknown) {
  const projectId =
    namedProjectId(valueAt(body, ['project_id'])) ?? namedProjectId(valueAt(body, ['general', 'project_id']))
  const paymentId = valueAt(body, ['payment', 'id']) ?? valueAt(body, ['general', 'payment_id'])
  return { projectId, paymentId: typeof paymentId === 'string' ? paymentId : null }
}

export type MalformedRecorder = ReturnType<typeof createMalformedRecorder>

export function createMalformedRecorder({
  store,
  ids,
  changes,
  now,
  selfRequests,
}: Pick<BenchServices, 'store' | 'ids' | 'changes' | 'now' | 'selfRequests'>) {
  return {
    /** Records a request that a listener itself refused: cut off, too large, unreadable, or for another host. */
    async record(
      malformed: Pick<ExchangeParts, 'request' | 'note' | 'response'> & {
        readonly source: 'api' | 'capture'
      },
    ): Promise<void> {
      const id = ids.exchangeId()
      store.write(() => {
        store.exchanges.insert(
          exchangeRecord({
            ...malformed,
            id,
            receivedAt: now(),
            subject: NO_SUBJECT,
            verdict: unreadableVerdict('the request was never completed.'),
            error: null,
            durationMs: 0,
            from: selfRequests.claim(malformed.request, id),
          }),
        )
      })
      if (malformed.source === 'capture') changes.capture(id, true)
      else changes.exchange(id)
      await store.committed()
    },
  }
}

/** What to do with a captured request: respond, or forward it and return the merchant's response. */
type PlannedResponse = { readonly marks: readonly MessageMark[] } & (
  | { readonly reaction: Reaction; readonly forward?: undefined }
  | { readonly reaction: null; readonly forward: Forward }
)

function plannedResponse({ rule, step }: ChosenStep): PlannedResponse {
  const name = rule.name === '' ? '' : ` “${rule.name}”`
  const marks = [{ ruleId: rule.id, text: `Response rule${name}: ${stepWords(step)}.` }]
  switch (step.kind) {
    case 'forward':
      return { reaction: null, forward: step, marks }
    case 'silence':
      return { reaction: { kind: 'silence' }, marks }
    case 'reset':
      return { reaction: { kind: 'reset', delayMs: step.delayMs }, marks }
    case 'reply': {
      const { status, headers, body, delayMs } = step
      return {
        reaction: { kind: 'response', response: { status, headers, body: encodeUtf8(body) }, delayMs },
        marks,
      }
    }
  }
}
