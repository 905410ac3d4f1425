import type { KeyboardEvent } from 'react'
import { Failure, Notice } from '#window/ui/Notice.tsx'
import { Button } from '#window/ui/Button.tsx'
import { quotedText } from '#lib/limits/bounded-text'

interface UnreadDetailProps {
  readonly className: string
  readonly label: string
  readonly id: string
  /** Why the item could not be read; null while it is being read. */
  readonly error: string | null
  readonly isMissing: boolean
  readonly reload: () => void
  /** Returns to the list; undefined if the list is shown beside the notice. */
  readonly onLeave?: (() => void) | undefined
}

export function UnreadDetail(props: UnreadDetailProps) {
  const { className, label, id, error, isMissing, reload, onLeave } = props
  return (
    <article className={className} aria-label={label} aria-busy={error === null}>
      {error === null ? (
        <p className="small mid unread-wait" role="status">
          Loading…
        </p>
      ) : (
        <div className="msg-refusal">
          {isMissing ? (
            <MissingNotice label={label} id={id} onLeave={onLeave} />
          ) : (
            <Failure
              title={`This ${label.toLowerCase()} could not be read.`}
              error={error}
              onRetry={reload}
            />
          )}
        </div>
      )}
    </article>
  )
}

export function closeOnEscape(event: KeyboardEvent, onClose: (() => void) | undefined): void {
  if (event.key !== 'Escape' || event.defaultPrevented || onClose === undefined) return
  event.stopPropagation()
  onClose()
}

/** Shown if a link or a remembered selection leads to nothing in Paybench: the reason and the remedy. */
export function MissingNotice({ label, id, onLeave }: Pick<UnreadDetailProps, 'label' | 'id' | 'onLeave'>) {
  return (
    <Notice
      tone="amber"
      title={`${label} “${quotedText(id)}”: not in this session.`}
      action={
        onLeave === undefined ? undefined : (
          <Button size="small" onClick={onLeave}>
            Show the list
          </Button>
        )
      }
    >
      It was removed to make room, by a reset, or together with its session; or the link comes from another
      data folder. In Settings, open the session that has it, or ask the sender for a session file.
    </Notice>
  )
}
