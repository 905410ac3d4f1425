import type { Annotation } from '#protocol/annotations'
import { boundedText } from '#lib/limits/bounded-text'
import { Icon } from '#window/ui/Icon.tsx'

/** More labels would push the id itself out of the row. */
const MAX_LABELS = 2

/** What the tester wrote about a row: its first labels, and the mark of a note. */
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
        <span key={label} className="mid clip label-chip">
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
