import type { MessageMark } from '../../../src-main/contract/messages'
import { Icon } from '../ui/Icon'

/** What rules, jobs or the tester did to a message, a sentence a line; nothing where nothing was done. */
export function MarkList({ marks }: { readonly marks: readonly MessageMark[] }) {
  if (marks.length === 0) return null
  return (
    <ul className="msg-marks" aria-label="What was done to this message">
      {marks.map((mark, index) => (
        <li key={index}>
          <Icon name="info" small />
          <span>{mark.text}</span>
        </li>
      ))}
    </ul>
  )
}
