import { quotedText } from '#lib/limits/bounded-text'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'

interface MissingNoticeProps {
  /** What is missing: "Callback". */
  readonly label: string
  /** What the link or the selection names. */
  readonly id: string
  /** Goes to the list without it; undefined if the list is shown beside it. */
  readonly onLeave?: (() => void) | undefined
}

/** Where a link or a remembered selection names something that the bench does not have: why, and what to do. */
export function MissingNotice({ label, id, onLeave }: MissingNoticeProps) {
  return (
    <Notice
      tone="amber"
      title={`${label} “${quotedText(id)}”: not on this bench.`}
      action={
        onLeave === undefined ? undefined : (
          <Button size="small" onClick={onLeave}>
            Show the list
          </Button>
        )
      }
    >
      It was removed to make room, with a reset or with its session, or the link comes from another data
      folder. Open the session that has it in Settings, or ask the sender for a session file.
    </Notice>
  )
}
