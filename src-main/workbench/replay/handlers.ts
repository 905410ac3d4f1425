import type { CallbackSummary } from '#protocol/messages'
import type { Handlers } from '#protocol/methods'
import type { DraftRecord } from '#store/records'
import type { BenchContext } from '#workbench/context'
import { callbackSummary } from '#core/views'
import { composeMessage, filledTemplates } from './message/compose'
import type { BulkReplays } from './bulk/bulk-replays'
import { familyOf } from './family'
import { readOrigin } from './message/origin'
import { makeOutgoing, type Outgoing, previewOf, sendOutgoing } from './message/outgoing'
import { notFound } from '#core/errors'

type ReplayHandlers = Pick<
  Handlers,
  | 'callbacks.replay'
  | 'callbacks.previewReplay'
  | 'callbacks.family'
  | 'callbacks.templates'
  | 'callbacks.compose'
  | 'callbacks.previewCompose'
  | Extract<keyof Handlers, `drafts.${string}` | `replay.${string}`>
>

/** Creates the methods that edit, replay and compose messages, one or many. */
export function replayHandlers(context: BenchContext, bulk: BulkReplays): ReplayHandlers {
  const { store, ports, addresses } = context

  const send = async (outgoing: Outgoing, repeat = false): Promise<CallbackSummary> => {
    const id = sendOutgoing(context, outgoing, repeat)
    await store.committed()
    const row = store.callbacks.row(id)
    if (row === null) throw notFound('callback', id)
    return callbackSummary(row, addresses())
  }

  return {
    'callbacks.replay': ({ id, repeat, ...edit }) =>
      send(makeOutgoing(context, readOrigin(context, id), edit), repeat),
    'callbacks.previewReplay': ({ id, ...edit }) =>
      previewOf(context, makeOutgoing(context, readOrigin(context, id), edit)),
    'callbacks.family': ({ id }) => familyOf(context, id),
    'callbacks.templates': (params) => filledTemplates(context, params),
    'callbacks.compose': (params) => send(composeMessage(context, params), params.repeat),
    'callbacks.previewCompose': (params) => previewOf(context, composeMessage(context, params)),
    'drafts.list': () => ({ items: store.drafts.list().map(draftView) }),
    'drafts.get': ({ id }) => {
      const draft = store.drafts.get(id)
      return { draft: draft === null ? null : { ...draftView(measured(draft)), data: draft.data } }
    },
    'drafts.save': async ({ id, data }) => {
      const draft = { id, data, updatedAt: ports.wallNow() }
      store.drafts.put(draft)
      await store.committed()
      return draftView(measured(draft))
    },
    'drafts.remove': async ({ id }) => {
      store.drafts.remove(id)
      await store.committed()
      return {}
    },
    'replay.start': (params) => bulk.start(params),
    'replay.get': (params) => bulk.get(params),
    'replay.list': () => ({ items: [...bulk.list()] }),
    'replay.cancel': ({ id }) => bulk.cancel(id),
  }
}

const measured = ({ data, ...draft }: DraftRecord) => ({ ...draft, bytes: Buffer.byteLength(data) })

const draftView = ({ id, bytes, updatedAt }: ReturnType<typeof measured>) => ({
  id,
  size: bytes,
  updatedAt: new Date(updatedAt).toISOString(),
})
