import type { Annotation } from '#protocol/annotations'
import { boundedText } from '#lib/limits/bounded-text'
import { Icon } from '#window/ui/Icon.tsx'
import { useVirtualNow } from '#window/state/clock'
import { formatClockMs, formatOtherDay, parseTime } from '#window/lib/time'
import type { ReactNode } from 'react'

const MAX_LABELS = 2

export function RowAnnotation({ annotation }: { readonly annotation: Annotation | undefined }) {
  if (annotation === undefined) return null
  const { labels, note } = annotation
  const more = labels.length - MAX_LABELS
  return (
    <span
      className="mid row-annotation"
      title={[labels.join(', '), note].filter((part) => part !== '').join('\n')}
    >
      {labels.slice(0, MAX_LABELS).map((label) => (
        <span key={label} className="mid clip tiny label-chip">
          {label}
        </span>
      ))}
      {more > 0 ? <span className="dim">+{more}</span> : null}
      {note === '' ? null : (
        <>
          <Icon name="note" small />
          <span className="sr">Note: {boundedText(note, 100)}</span>
        </>
      )}
    </span>
  )
}

const CLOCK_CHARS = '00:00:00'.length

/** The time; on another day, with the day; in another year, only the date. A narrow list may omit milliseconds. */
export function RowTime({ at }: { readonly at: string }) {
  const now = useVirtualNow(60_000)
  const today = new Date(now).toISOString().slice(0, 10) === at.slice(0, 10)
  const clock = formatClockMs(parseTime(at))
  return today ? (
    <>
      {clock.slice(0, CLOCK_CHARS)}
      <span className="ms">{clock.slice(CLOCK_CHARS)}</span>
    </>
  ) : (
    <span className="other-day">{formatOtherDay(parseTime(at), now)}</span>
  )
}

interface MarkedWordsProps {
  readonly children: ReactNode
  readonly marks: ReactNode
}

/** Words of a cell, which may be truncated, followed by marks, which may not. */
export function MarkedWords({ children, marks }: MarkedWordsProps) {
  return (
    <span className="marked-words">
      <span className="clip words">{children}</span>
      {marks}
    </span>
  )
}
