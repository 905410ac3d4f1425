import type { MessageMark } from '../../../src-main/protocol/messages'
import { Icon } from '../ui/Icon'
import { useBench } from '../state/bench'
import { openRule } from '../navigation/open-rule'
import './marks.css'

const isByRule = ({ ruleId }: MessageMark): boolean => ruleId !== null

interface RowMarkProps {
  readonly marks: readonly MessageMark[]
  /** What a rule does to such messages. */
  readonly byRule?: string
}

/** The mark in a list that a rule or the tester has changed a message. */
export function RowMark({ marks, byRule = 'fault' }: RowMarkProps) {
  if (marks.length === 0) return null
  const word = marks.some(isByRule) ? byRule : 'by hand'
  return (
    <span className="flt-mark" title={marks.map(({ text }) => text).join('\n')}>
      <Icon name="warn" small />
      {word}
    </span>
  )
}

/** What was changed about a message, sentence by sentence; a change by a rule links to it. */
export function Marks({ marks, label }: { readonly marks: readonly MessageMark[]; readonly label: string }) {
  const bench = useBench()
  if (marks.length === 0) return null
  return (
    <ul className="flt-marks" aria-label={label}>
      {marks.map(({ ruleId, text }, index) => (
        <li key={index}>
          <Icon name="warn" small />
          <span>{text}</span>
          {ruleId === null ? null : (
            <button type="button" className="flt-rule" onClick={() => void openRule(bench, ruleId)}>
              Rule<span className="sr"> of: {text}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
