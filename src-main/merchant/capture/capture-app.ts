import { LIMITS } from '../../lib/limits/limit-table'
import { capturedKind } from '../../domain/response-rule/captured-kind'
import type { CapturedKind } from '../../domain/response-rule/captured-kind'
import { isRecord, valueAt, wholeNumber } from '../../domain/api/rules'
import { parseJsonBytes } from '../../lib/json/parse'
import type { SignatureVerdict } from '../../protocol/messages'
import type { Store } from '../../store/store'
import type { ResponseRules } from '../responses/response-rules'
import { exchangeRecord, NO_SUBJECT } from '../../bench/exchange-record'
import type { Subject } from '../../bench/exchange-record'
import { unknownProjectVerdict, unreadableVerdict, verdictOf } from '../../bench/verdict'
import type { Changes } from '../../bench/changes'
import type { PlatformIds } from '../../bench/ids'
import { isOwn, ownPorts, toReference } from '../../bench/self-address'
import type {
  BenchPorts,
  CaptureReaction,
  IncomingRequest,
  OutgoingReply,
  SelfAddresses,
  WrittenReply,
} from '../../bench/ports'
import type { Projects } from '../../bench/projects'
import type { Shop } from '../shop/create-shop'
import type { SelfRequests } from '../../bench/self-requests'
import { passOn, wentThrough } from './pass-on'
import type { PassingOn } from './pass-on'
import { plannedAnswer } from './planned-answer'
import type { PlannedAnswer } from './planned-answer'

/** The merchant's door: keeps whatever arrives, says whether its signature is good, answers as the rules say, else 200. */
export interface CaptureApp {
  handle(request: IncomingRequest): Promise<CaptureReaction>
  /** What was written to that request in the end; null: nothing was to be written. */
  replied(request: IncomingRequest, written: WrittenReply | null): void
}

const OK: OutgoingReply = {
  status: 200,
  headers: [['Content-Type', 'text/plain; charset=utf-8']],
  body: new TextEncoder().encode('OK\n'),
}

/** A rule passed it on to the door that it came from. Passed on once more, it would go round for ever. */
const CAME_BACK: PlannedAnswer = {
  reaction: { kind: 'reset', delayMs: 0 },
  marks: [
    {
      ruleId: null,
      text: 'Passed on by an answer rule and come back to this merchant listener, and stopped here: it would go round for ever.',
    },
  ],
}

interface Judged {
  readonly verdict: SignatureVerdict
  readonly subject: Subject
  readonly kind: CapturedKind
}

export function createCaptureApp(options: {
  readonly store: Store
  readonly projects: Projects
  readonly ids: PlatformIds
  readonly ports: BenchPorts
  readonly changes: Changes
  readonly now: () => number
  readonly paymentKeyOf: (projectId: number, paymentId: string) => string | null
  readonly shop: Shop
  readonly responseRules: ResponseRules
  /** Aborted when the bench lets go of its store. */
  readonly ending: AbortSignal
  readonly ownRequests: SelfRequests
  readonly addresses: () => SelfAddresses | null
}): CaptureApp {
  const { addresses } = options
  const {
    store,
    projects,
    ids,
    ports,
    changes,
    now,
    paymentKeyOf,
    shop,
    responseRules,
    ending,
    ownRequests,
  } = options
  const name = `paybench-${ports.randomHex(16)}`
  const passing: PassingOn = {
    send: ports.send,
    name,
    signal: ending,
    isOwn: (url) => isOwn(toReference(url, addresses())),
    expect(localPort, remotePort) {
      if (!ownPorts(addresses(), ['merchant', 'merchantTls']).has(remotePort)) return null
      const underWay = ownRequests.expect(localPort, { kind: 'passedOn' })
      return {
        cameBack() {
          underWay.end()
          return underWay.exchangeId() !== null
        },
      }
    },
  }
  const open = new WeakMap<IncomingRequest, { readonly id: string; readonly startedAt: number }>()

  const judge = (request: IncomingRequest): Judged => {
    const json = parseJsonBytes(request.body, LIMITS.requestValues)
    if (!json.ok) {
      return { verdict: unreadableVerdict(json.message), subject: NO_SUBJECT, kind: 'other' }
    }
    const named = nameIn(json.plain)
    const project = named.projectId === null ? null : projects.byId(named.projectId)
    const paymentKey =
      project === null || named.paymentId === null ? null : paymentKeyOf(project.projectId, named.paymentId)
    return {
      verdict:
        project === null
          ? unknownProjectVerdict(named.projectId)
          : verdictOf({ root: json.root, project, crypto: ports.crypto, surface: 'callback' }),
      subject: { projectId: project?.projectId ?? null, paymentId: named.paymentId, paymentKey },
      kind: capturedKind(json.plain),
    }
  }

  return {
    async handle(request) {
      // Pages of the shop are no messages to a merchant's server: they are not captured, and no rule answers them.
      const page = isCallback(request) ? null : store.write(() => shop.handle(request))
      if (page !== null) {
        await store.committed()
        return { kind: 'reply', reply: page, delayMs: 0 }
      }
      const startedAt = performance.now()
      const id = ids.messageId('ex')
      const from = ownRequests.claim(request, id)
      const { verdict, subject, kind: kindInBody } = judge(request)
      const planned = store.write(() => {
        const { method, target } = request
        const { projectId, paymentId, paymentKey } = subject
        const callback =
          from?.kind === 'attempt' ? null : store.callbacks.newestWithBody(paymentKey, request.body)
        const sentAs = from?.kind === 'attempt' ? from.callbackKind : (callback?.kind ?? 'other')
        // Its body alone does not tell a remaining-data request from a clarification request (contract 9.1).
        const kind = sentAs === 'other' ? kindInBody : sentAs
        const callbackId = from?.kind === 'attempt' ? from.callbackId : (callback?.id ?? null)
        const isBack = from?.kind === 'passedOn' || wentThrough(request, name)
        const chosen = isBack
          ? null
          : responseRules.choose({ method, target, kind, projectId, paymentId }, { paymentKey, callbackId })
        // The shop is a merchant: it may refuse a callback or fail over it, and the capture shows what it answered.
        const own = chosen === null && !isBack ? shop.handle(request) : null
        const answer = isBack ? CAME_BACK : plannedAnswer(chosen, own ?? OK)
        const marks = [...(from?.kind === 'resent' ? from.marks : []), ...answer.marks]
        store.exchanges.insert({
          ...exchangeRecord({
            id,
            door: 'capture',
            request,
            receivedAt: now(),
            subject,
            verdict,
            fault: null,
            reply: answer.reaction?.kind === 'reply' ? answer.reaction.reply : null,
            note: request.truncated === true ? 'The body is longer than what was kept.' : null,
            durationMs: performance.now() - startedAt,
            callbackId: callback?.id ?? null,
            from,
          }),
          marks,
        })
        return { ...answer, marks }
      })
      open.set(request, { id, startedAt })
      changes.capture(id, true)
      await store.committed()
      if (planned.reaction !== null) return planned.reaction
      const { reaction, mark } = await passOn(planned.forward, request, passing)
      if (ending.aborted) return { kind: 'reset', delayMs: 0 }
      store.exchanges.mark(id, [...planned.marks, mark])
      changes.capture(id, false)
      await store.committed()
      return reaction
    },
    replied(request, written) {
      const entry = open.get(request)
      if (entry === undefined || written === null) return
      store.exchanges.setReply(entry.id, {
        status: written.reply.status,
        headers: written.reply.headers,
        body: written.reply.body,
        durationMs: performance.now() - entry.startedAt,
      })
      changes.capture(entry.id, false)
    },
  }
}

function isCallback({ target }: IncomingRequest): boolean {
  return /^\/shop\/callback(?:$|[/?])/.test(target)
}

/** Project and payment as the layouts of contract 3.2, 3.6 and 3.9 name them. */
function nameIn(body: unknown): { readonly projectId: number | null; readonly paymentId: string | null } {
  if (!isRecord(body)) return { projectId: null, paymentId: null }
  const projectId =
    wholeNumber(valueAt(body, ['project_id'])) ?? wholeNumber(valueAt(body, ['general', 'project_id']))
  const paymentId = valueAt(body, ['payment', 'id']) ?? valueAt(body, ['general', 'payment_id'])
  return { projectId, paymentId: typeof paymentId === 'string' ? paymentId : null }
}
