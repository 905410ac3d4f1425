import { isRecord, valueAt, wholeNumber } from '../../core/api/rules'
import { parseJsonBytes } from '../../core/json/parse'
import type { SignatureVerdict } from '../../contract/messages'
import type { Store } from '../../store/store'
import { exchangeRecord, NO_SUBJECT } from '../api/exchange-record'
import type { Subject } from '../api/exchange-record'
import { unknownProjectVerdict, unreadableVerdict, verdictOf } from '../api/verdict'
import type { Changes } from '../changes'
import type { PlatformIds } from '../payments/ids'
import type { BenchPorts, IncomingRequest, OutgoingReply, WrittenReply } from '../ports'
import type { Projects } from '../projects'
import type { Shop } from '../shop/create-shop'

/** The merchant's door: keeps whatever arrives, says whether its signature is good, answers 200. */
export interface CaptureApp {
  handle(request: IncomingRequest): Promise<OutgoingReply>
  /** What was written to that request in the end. */
  replied(request: IncomingRequest, written: WrittenReply): void
}

const OK: OutgoingReply = {
  status: 200,
  headers: [['Content-Type', 'text/plain; charset=utf-8']],
  body: new TextEncoder().encode('OK\n'),
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
}): CaptureApp {
  const { store, projects, ids, ports, changes, now, paymentKeyOf, shop } = options
  const open = new WeakMap<IncomingRequest, { readonly id: string; readonly startedAt: number }>()

  const judge = (request: IncomingRequest): { verdict: SignatureVerdict; subject: Subject } => {
    const json = parseJsonBytes(request.body)
    if (!json.ok) return { verdict: unreadableVerdict(json.message), subject: NO_SUBJECT }
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
    }
  }

  return {
    async handle(request) {
      // The shop is a merchant: it may refuse a callback or fail over it, and the capture shows what it answered.
      const own = store.write(() => shop.handle(request))
      if (own !== null && !isCallback(request)) {
        await store.committed()
        return own
      }
      const reply = own ?? OK
      const startedAt = performance.now()
      const id = ids.messageId('ex')
      const { verdict, subject } = judge(request)
      store.write(() => {
        const callback = store.callbacks.newestWithBody(subject.paymentKey, request.body)
        store.exchanges.insert(
          exchangeRecord({
            id,
            door: 'capture',
            request,
            receivedAt: now(),
            subject,
            verdict,
            fault: null,
            reply,
            note: request.truncated === true ? 'The body is longer than what was kept.' : null,
            durationMs: performance.now() - startedAt,
            callbackId: callback?.id ?? null,
          }),
        )
      })
      open.set(request, { id, startedAt })
      changes.capture(id)
      await store.committed()
      return reply
    },
    replied(request, written) {
      const entry = open.get(request)
      if (entry === undefined) return
      store.exchanges.setReply(entry.id, {
        status: written.reply.status,
        headers: written.reply.headers,
        body: written.reply.body,
        durationMs: performance.now() - entry.startedAt,
      })
    },
  }
}

/** The pages of the shop are no messages to a merchant's server, so they are not captured. */
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
