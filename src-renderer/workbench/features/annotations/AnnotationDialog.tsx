import { useState } from 'react'
import type { Annotation } from '#protocol/annotations'
import { LIMITS } from '#lib/limits/limit-table'
import { useBench } from '#window/state/bench'
import { reasonOf, showToast } from '#window/state/toasts'
import { Dialog, SubmitActions } from '#window/ui/Dialog.tsx'
import { Field, TextField } from '#window/ui/Field.tsx'

interface AnnotationDialogProps {
  /** Key of a payment, or id of a message. */
  readonly id: string
  readonly annotation: Annotation | undefined
  readonly onClose: () => void
}

/** Edits the note and the labels of a payment or a message. */
export function AnnotationDialog({ id, annotation, onClose }: AnnotationDialogProps) {
  const bench = useBench()
  const [labels, setLabels] = useState(() => annotation?.labels.join(', ') ?? '')
  const [note, setNote] = useState(annotation?.note ?? '')
  const [refusal, setRefusal] = useState<string | null>(null)
  const error = labelsFault(labelsOf(labels))
  const save = (): void => {
    if (error !== null) return
    bench.call('annotations.set', { id, labels: [...labelsOf(labels)], note }).then(
      () => {
        showToast({ icon: 'note', text: 'Note and labels saved' })
        onClose()
      },
      (error: unknown) => setRefusal(reasonOf(error)),
    )
  }
  return (
    <Dialog
      title="Note and labels"
      width={560}
      onClose={onClose}
      onSubmit={save}
      does="annotations.set"
      actions={
        <SubmitActions onCancel={onClose} keys="Ctrl Enter" disabled={error !== null}>
          Save
        </SubmitActions>
      }
    >
      <div className="dialog-pad">
        <TextField
          label="Labels"
          help="Separated by commas. Find them with label:NAME."
          error={error}
          value={labels}
          onText={setLabels}
        />
        <Field
          label="Note"
          help="Stays with the payment or message, also in session files and reports."
          error={refusal}
        >
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={6}
              maxLength={LIMITS.annotationChars}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}

/** The labels of a text that separates them by commas. */
export const labelsOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '')

/** Why the labels cannot be saved; null where they can. */
export function labelsFault(labels: readonly string[]): string | null {
  if (labels.length > LIMITS.labels)
    return `Use at most ${String(LIMITS.labels)} labels. Put anything else in the note.`
  const long = labels.find((label) => label.length > LIMITS.labelChars)
  return long === undefined
    ? null
    : `“${long.slice(0, 20)}…” is longer than ${String(LIMITS.labelChars)} characters. Shorten it, or write it as a note.`
}
