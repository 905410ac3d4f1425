import type { ReactNode } from 'react'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { MissingNotice } from './MissingNotice'

interface UnreadDetailProps {
  readonly className: string
  /** Name of the region: "Callback". */
  readonly label: string
  /** What the link or the selection names. */
  readonly id: string
  readonly title: string
  /** Why it could not be read; null while it is being read. */
  readonly error: string | null
  /** Whether the bench has no such thing. */
  readonly isMissing: boolean
  /** What to show then; that it is missing, unless given. */
  readonly missing?: ReactNode
  readonly onRetry: () => void
  /** Goes to the list without it. */
  readonly onLeave: () => void
}

/** The place of a detail that is not there yet, or could not be read. */
export function UnreadDetail(props: UnreadDetailProps) {
  const { className, label, id, title, error, isMissing, missing, onRetry, onLeave } = props
  return (
    <article className={className} aria-label={label} aria-busy={error === null}>
      {error === null ? (
        <p className="small mid unread-wait" role="status">
          Loading…
        </p>
      ) : (
        <div className="msg-refusal">
          {isMissing ? (
            (missing ?? <MissingNotice label={label} id={id} onLeave={onLeave} />)
          ) : (
            <Notice
              tone="red"
              title={title}
              action={
                <Button size="small" onClick={onRetry}>
                  Try again
                </Button>
              }
            >
              {error}
            </Notice>
          )}
        </div>
      )}
    </article>
  )
}
