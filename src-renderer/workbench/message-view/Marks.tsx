import { useState } from 'react'
import type { MessageMark } from '#protocol/messages'
import { Icon } from '#window/ui/Icon.tsx'
import { useBench } from '#window/state/bench'
import { shownMarks } from './shown-marks'
import { openRule } from '#window/navigation/open-rule'
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
  const isRule = marks.some(isByRule)
  const word = isRule ? byRule : 'by hand'
  return (
    <span
      className={isRule ? 'flt-mark' : 'flt-mark by-hand'}
      title={marks.map(({ text }) => text).join('\n')}
    >
      <Icon name={isRule ? 'warn' : 'replay'} small />
      <span className="flt-word">{word}</span>
    </span>
  )
}

interface MarksProps {
  readonly marks: readonly MessageMark[]
  readonly label: string
  /** Opens the message that the tester has sent again. */
  readonly onOriginal?: () => void
}

/** What was changed about a message, sentence by sentence; a change by a rule links to it. */
export function Marks({ marks, label, onOriginal }: MarksProps) {
  const [isWhole, setWhole] = useState(false)
  if (marks.length === 0) return null
  const shown = shownMarks(marks)
  const earlier = marks.length - shown.length
  return (
    <div className="band small flt-marks">
      {earlier === 0 ? null : (
        <button type="button" className="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer changes' : `Show ${earlier} earlier ${earlier === 1 ? 'change' : 'changes'}`}
        </button>
      )}
      <ul aria-label={label}>
        {marks.map((mark, index) =>
          isWhole || shown.includes(index) ? (
            <MarkLine key={index} mark={mark} onOriginal={onOriginal} />
          ) : null,
        )}
      </ul>
    </div>
  )
}

interface MarkLineProps {
  readonly mark: MessageMark
  readonly onOriginal: (() => void) | undefined
}

function MarkLine({ mark: { ruleId, text }, onOriginal }: MarkLineProps) {
  const bench = useBench()
  return (
    <li className={ruleId === null ? '' : 'by-rule'}>
      <Icon name={ruleId === null ? 'info' : 'warn'} small />
      <span>{text}</span>
      {ruleId === null ? null : (
        <button type="button" className="link flt-rule" onClick={() => void openRule(bench, ruleId)}>
          Rule<span className="sr"> of: {text}</span>
        </button>
      )}
      {ruleId === null && onOriginal !== undefined ? (
        <button type="button" className="link flt-rule" onClick={onOriginal}>
          Open the original
        </button>
      ) : null}
    </li>
  )
}
