import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'

interface UnreadDetailProps {
  readonly className: string
  /** Name of the region: "Callback". */
  readonly label: string
  readonly title: string
  /** Why it could not be read; null while it is being read. */
  readonly fault: string | null
  readonly onRetry: () => void
}

/** The place of a detail that is not there yet, or could not be read. */
export function UnreadDetail({ className, label, title, fault, onRetry }: UnreadDetailProps) {
  return (
    <article className={className} aria-label={label} aria-busy={fault === null}>
      {fault === null ? null : (
        <div className="msg-refusal">
          <Notice
            tone="red"
            title={title}
            action={
              <Button size="small" onClick={onRetry}>
                Try again
              </Button>
            }
          >
            {fault}
          </Notice>
        </div>
      )}
    </article>
  )
}
