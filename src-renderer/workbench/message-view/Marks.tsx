import { useState } from 'react'
import type { MessageMark } from '#protocol/messages'
import { Icon } from '#window/ui/Icon.tsx'
import { useBench } from '#window/state/bench'
import { type Annotated, openAnnotation, openRule } from '#window/navigation/links'
import './message-view.css'
import type { Annotation } from '#protocol/annotations'
import { Button } from '#window/ui/Button.tsx'
import { boundedText } from '#lib/limits/bounded-text'
import { Notice } from '#window/ui/Notice.tsx'

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
      className="flt-mark"
      data-hue={isRule ? 'amber' : 'quiet'}
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
    <li className="row" data-hue={ruleId === null ? 'quiet' : 'amber'}>
      <Icon name={ruleId === null ? 'info' : 'warn'} small />
      <span>{text}</span>
      {ruleId === null ? null : (
        <button type="button" className="link fix" onClick={() => void openRule(bench, ruleId)}>
          Rule<span className="sr"> of: {text}</span>
        </button>
      )}
      {ruleId === null && onOriginal !== undefined ? (
        <button type="button" className="link fix" onClick={onOriginal}>
          Open the original
        </button>
      ) : null}
    </li>
  )
}

interface AnnotationLineProps {
  readonly about: Annotated
  readonly annotation: Annotation | undefined
}

/** The note and the labels of a payment or a message, above what they are about. */
export function AnnotationLine({ about, annotation }: AnnotationLineProps) {
  const bench = useBench()
  if (annotation === undefined) return null
  const { labels, note } = annotation
  return (
    <section className="band row small annotation" aria-label="Note and labels">
      <Icon name="note" small />
      <div className="grow">
        {labels.length === 0 ? null : (
          <ul className="row wraps" aria-label="Labels">
            {labels.map((label) => (
              <li key={label} className="mid clip label-chip">
                {label}
              </li>
            ))}
          </ul>
        )}
        {note === '' ? null : <p>{note}</p>}
      </div>
      <Button
        size="small"
        look="quiet"
        keys="M"
        does="annotations.set"
        onClick={() => openAnnotation(bench, about)}
      >
        Edit note…
      </Button>
    </section>
  )
}

/** Longer notes would push the message itself out of view. */
const FIRST_CHARS = 300

/** The note of a message: its beginning, and the rest where the tester wants it. */
export function NoteNotice({ note }: { readonly note: string }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = note.length > FIRST_CHARS
  return (
    <div className={isWhole && isLong ? 'msg-refusal msg-note-whole scroll' : 'msg-refusal'}>
      <Notice
        title={isWhole ? note : boundedText(note, FIRST_CHARS)}
        {...(isLong
          ? {
              action: (
                <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
                  {isWhole ? 'Show less' : 'Show all'}
                </Button>
              ),
            }
          : {})}
      />
    </div>
  )
}

/** Of more marks than these, the earlier ones are folded away. */
const MAX_SHOWN = 4
const NEWEST = 3

/**
 * Positions of the marks that are shown before the tester asks for all: the newest, and of the earlier ones the newest
 * that a rule made, because what a rule did to a message explains more than what the tester did to its schedule.
 */
export function shownMarks(marks: readonly Pick<MessageMark, 'ruleId'>[]): readonly number[] {
  const positions = [...marks.keys()]
  if (marks.length <= MAX_SHOWN) return positions
  const earlier = positions.slice(0, -NEWEST)
  const byRule = earlier.filter((position) => marks[position]?.ruleId !== null)
  return [...byRule.slice(-NEWEST), ...positions.slice(-NEWEST)]
}
