import { useEffect } from 'react'
import type { MessagePreview } from '#protocol/replay'
import { useFetched } from '#window/message-view/use-fetched'
import { issueIn } from '#window/state/toasts'
import type { MessageDraft } from './message-draft'

export interface Outgoing {
  readonly preview: MessagePreview | null
  readonly error: ReturnType<typeof issueIn> | null
  /** Whether preview and error still belong to an earlier draft. */
  readonly pending: boolean
}

const PAUSE_MS = 150

/** Whenever typing pauses, previews what the draft would send. Nothing is sent. */
export function useOutgoing(
  draftId: string,
  draft: MessageDraft,
  ask: (draft: MessageDraft) => Promise<MessagePreview>,
): Outgoing {
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
