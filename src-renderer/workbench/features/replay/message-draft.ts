import { useEffect, useState } from 'react'
import { z } from 'zod'
import type { Params } from '#protocol/methods'
import { type MessagePreview, signing, signingPlace } from '#protocol/replay'
import { compactJson, layOutJson } from '#lib/json/layout'
import { useFetched } from '#window/message-view/use-fetched'
import { headersText, readHeaders } from '#window/message-view/wire'
import { keepSessionDraft, sessionDraftsOf, useSessionDraftUnkept } from '#window/state/preferences'
import { readStored } from '#window/state/preferences-shape'
import { issueIn } from '#window/state/toasts'

export type MessageEdit = Omit<Params<'callbacks.replay'>, 'id'>

const messageDraft = z.object({
  text: z.string(),
  /** `laidOut`: white space is only for reading and is not sent; `exact`: sent as written. */
  layout: z.enum(['laidOut', 'exact']),
  keepsBytes: z.boolean(),
  headers: z.string(),
  target: z.string(),
  method: z.string(),
  signing,
  /** The place of the signature; `asIs`: where it is now, or the top level if there is none. */
  place: z.enum(['asIs', ...signingPlace.options]),
  signature: z.string(),
  /** Whether the message is retried until the response is 200. Missing in older drafts. */
  repeat: z.boolean().default(false),
})

export type MessageDraft = Readonly<z.infer<typeof messageDraft>>

export type DraftSource = Pick<MessagePreview, 'method' | 'target' | 'headers' | 'body'>

/** The draft before any edit. A body without white space is laid out for reading. */
export function freshDraft(
  source: DraftSource,
  sign: Pick<MessageDraft, 'signing' | 'place'> = { signing: 'resign', place: 'asIs' },
): MessageDraft {
  const { body } = source
  const isCompact = body !== null && body !== '' && compactJson(body) === body
  return {
    text: isCompact ? (layOutJson(body) ?? body) : (body ?? ''),
    layout: isCompact ? 'laidOut' : 'exact',
    keepsBytes: body === null,
    headers: headersText(source.headers),
    target: source.target ?? '',
    method: source.method,
    signature: '',
    repeat: false,
    ...sign,
    // Bytes that are not text can only be sent unchanged.
    ...(body === null ? { signing: 'keep' as const } : {}),
  }
}

/** The sent body, except for its signature. Text that is not JSON is sent as written. */
export const bodyOf = ({ text, layout }: Pick<MessageDraft, 'text' | 'layout'>): string =>
  layout === 'exact' ? text : (compactJson(text) ?? text)

/** The same body in the other layout; text that is not JSON stays unchanged. */
export function inLayout(draft: MessageDraft, layout: MessageDraft['layout']): MessageDraft {
  if (draft.layout === layout) return draft
  const text = layout === 'exact' ? compactJson(draft.text) : layOutJson(draft.text)
  return { ...draft, layout, text: text ?? draft.text }
}

export const isSigned = (choice: MessageDraft['signing']): boolean => choice !== 'keep' && choice !== 'omit'

/** Only what differs from the source, so that untouched bytes stay the same. */
export function editOf(draft: MessageDraft, source: DraftSource): MessageEdit {
  const body = bodyOf(draft)
  const { target, method } = draft
  return {
    ...(draft.keepsBytes || body === source.body ? {} : { body }),
    ...(draft.headers === headersText(source.headers) ? {} : { headers: readHeaders(draft.headers) }),
    ...(target === (source.target ?? '') ? {} : { target }),
    ...(method === source.method ? {} : { method }),
    signing: draft.signing,
    ...(draft.place === 'asIs' || !isSigned(draft.signing) ? {} : { place: draft.place }),
    ...(draft.signing === 'own' ? { signature: draft.signature } : {}),
    ...(draft.repeat ? { repeat: true } : {}),
  }
}

export function wholeEditOf(draft: MessageDraft, source: DraftSource): MessageEdit {
  return { ...editOf(draft, source), body: bodyOf(draft) }
}

const STORED = 'message '

/** The draft of a message. Until it is sent or undone, it survives a reload and the end of the program. */
export function useMessageDraft(id: string, fresh: MessageDraft) {
  const [source] = useState(fresh)
  const [draft, setDraft] = useState(() => readStored(messageDraft, sessionDraftsOf(STORED)[id]) ?? source)
  const [undone, setUndone] = useState<MessageDraft | null>(null)
  const [sent, setSent] = useState<{ readonly draft: MessageDraft; readonly id: string } | null>(null)
  const text = JSON.stringify(draft)
  const isEdited = text !== JSON.stringify(source)
  const isKept = isEdited && sent?.draft !== draft
  useEffect(() => keepSessionDraft(STORED + id, isKept ? text : null), [id, text, isKept])
  return {
    draft,
    isEdited,
    isKept,
    isUnkept: useSessionDraftUnkept(STORED + id),
    sentId: sent?.id ?? null,
    canRestore: undone !== null,
    edit(change: Partial<MessageDraft>): void {
      setUndone(null)
      setDraft((before) => ({ ...before, ...change }))
    },
    /** The draft that {@link undoOrRestore} shows: as it was before all edits, or before they were undone. */
    other: undone ?? source,
    undoOrRestore(): void {
      setUndone(undone === null ? draft : null)
      setDraft(undone ?? source)
    },
    /** Notes that `written` was sent. The text stays in the editor, and is stored again after the next edit. */
    noteSent: (written: MessageDraft, callbackId: string): void =>
      setSent({ draft: written, id: callbackId }),
  }
}

export type Outgoing = Readonly<ReturnType<typeof useOutgoing>>

const PAUSE_MS = 150

/** Whenever typing pauses, previews what the draft would send; until then, the result is `pending`. Nothing is sent. */
export function useOutgoing(
  draftId: string,
  draft: MessageDraft,
  ask: (draft: MessageDraft) => Promise<MessagePreview>,
) {
  const { value, reload } = useFetched(`outgoing:${draftId}`, () =>
    ask(draft).then(
      (preview) => ({ draft, preview, error: null }),
      (error: unknown) => ({ draft, preview: null, error: issueIn(error) }),
    ),
  )
  const previewedDraft = value?.draft
  useEffect(() => {
    if (previewedDraft === undefined || previewedDraft === draft) return
    const timer = setTimeout(reload, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft, previewedDraft, reload])
  return { preview: value?.preview ?? null, error: value?.error ?? null, pending: previewedDraft !== draft }
}
