import { useMemo } from 'react'
import type { MessagePreview } from '../../../../src-main/protocol/replay'
import { layOutJson } from '../../../../src-main/lib/json/layout'
import { SideBySide } from '../../editor/LazyEditor'
import { bodyOf } from './message-draft'
import type { MessageDraft } from './message-draft'
import type { Outgoing } from './use-outgoing'

interface BodyComparisonProps {
  readonly source: MessagePreview
  readonly draft: MessageDraft
  readonly outgoing: Outgoing
}

/** The original body beside the one that will be sent. */
export function BodyComparison({ source, draft, outgoing }: BodyComparisonProps) {
  const { preview, error, pending } = outgoing
  const written = useMemo(() => bodyOf(draft), [draft])
  // Without a preview: the draft, with its signature unchanged.
  const isKnown = error === null && !pending
  const after = (isKnown ? preview?.body : null) ?? written
  const before = source.body ?? ''
  const shown = useMemo(() => {
    const read = (text: string): string => (draft.layout === 'exact' ? text : (layOutJson(text) ?? text))
    return { before: read(before), after: read(after) }
  }, [before, after, draft.layout])
  if (source.body === null) {
    return <p className="msg-empty">The original is not text, so it cannot be compared line by line.</p>
  }
  return (
    <>
      {error === null ? null : (
        <p className="rp-hint" role="status">
          This message cannot be sent yet, so the right side shows the draft with its signature unchanged.
        </p>
      )}
      <SideBySide before={shown.before} after={shown.after} />
    </>
  )
}
