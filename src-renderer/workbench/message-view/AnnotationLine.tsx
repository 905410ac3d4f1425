import type { Annotation } from '#protocol/annotations'
import { type Annotated, openAnnotation } from '#window/navigation/open-annotation'
import { useBench } from '#window/state/bench'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'

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
    <section className="band small annotation" aria-label="Note and labels">
      <Icon name="note" small />
      <div className="grow">
        {labels.length === 0 ? null : (
          <ul aria-label="Labels">
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
