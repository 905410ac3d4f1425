import { isReleased, type MessageMark } from '#protocol/messages'
import { Icon } from '#window/ui/Icon.tsx'
import { useBench } from '#window/state/bench'
import { type Annotated, openAnnotation, openRule } from '#window/navigation/links'
import './message-view.css'
import type { Annotation } from '#protocol/annotations'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'

interface RowMarkProps {
  readonly marks: readonly MessageMark[]
  readonly byRule?: string
}

export function RowMark({ marks, byRule = 'fault' }: RowMarkProps) {
  if (marks.length === 0) return null
  const isRule = marks.some(({ ruleId }) => ruleId !== null)
  const word = isReleased(marks) ? 'released' : isRule ? byRule : 'by hand'
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
  readonly onOriginal?: () => void
}

/** Changes to a message, one sentence each, newest first; a change made by a rule links to the rule. */
export function Marks({ marks, label, onOriginal }: MarksProps) {
  const bench = useBench()
  return marks.length === 0 ? null : (
    <ul className="band small flt-marks" aria-label={label} tabIndex={0}>
      {marks.toReversed().map(({ ruleId, text }, index) => (
        <li key={index} className="row" data-hue={ruleId === null ? 'quiet' : 'amber'}>
          <Icon name={ruleId === null ? 'info' : 'warn'} small />
          <span>{text}</span>
          {ruleId !== null ? (
            <button type="button" className="link fix" onClick={() => void openRule(bench, ruleId)}>
              Rule<span className="sr"> for: {text}</span>
            </button>
          ) : onOriginal === undefined ? null : (
            <button type="button" className="link fix" onClick={onOriginal}>
              Open the original
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface AnnotationLineProps {
  readonly about: Annotated
  readonly annotation: Annotation | undefined
}

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
              <li key={label} className="mid clip tiny label-chip">
                {label}
              </li>
            ))}
          </ul>
        )}
        {note === '' ? null : <p className="wrap">{note}</p>}
      </div>
      <Button size="small" look="quiet" does="annotations.set" onClick={() => openAnnotation(bench, about)}>
        Edit note…
      </Button>
    </section>
  )
}

/** The note of a message; a long one scrolls, so that it does not push the message out of view. */
export function NoteNotice({ note }: { readonly note: string }) {
  return (
    <div className="msg-refusal msg-note scroll" tabIndex={0}>
      <Notice title={note} />
    </div>
  )
}
