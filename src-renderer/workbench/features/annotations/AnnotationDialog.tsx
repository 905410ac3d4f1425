import { useState } from 'react'
import { LIMITS } from '#lib/limits/limit-table'
import { partsOf } from '#window/lib/text'
import { useBench } from '#window/state/bench'
import type { DialogProps } from '#window/state/dialogs'
import { showToast } from '#window/state/toasts'
import { ActionDialog } from '#window/ui/Dialog.tsx'
import { TextArea, TextField } from '#window/ui/Field.tsx'

export function AnnotationDialog({ id, annotation, onClose }: DialogProps<'annotation'>) {
  const bench = useBench()
  const [text, setText] = useState(() => annotation?.labels.join(', ') ?? '')
  const [note, setNote] = useState(annotation?.note ?? '')
  const labels = partsOf(text, ',')
  const error = labelsFault(labels)
  const save = async (): Promise<void> => {
    await bench.call('annotations.set', { id, labels, note })
    showToast({ icon: 'note', text: 'Note and labels saved' })
  }
  return (
    <ActionDialog
      title="Note and labels"
      width={560}
      onClose={onClose}
      send={save}
      does="annotations.set"
      canSubmit={error === null}
      action="Save"
      keys="Ctrl Enter"
    >
      <TextArea
        label="Note"
        help="Stays with the payment or message, also in session files and reports."
        rows={6}
        maxLength={LIMITS.annotationChars}
        value={note}
        onText={setNote}
      />
      <TextField
        label="Labels"
        help="Separated by commas. Find them with label:NAME."
        error={error}
        value={text}
        onText={setText}
      />
    </ActionDialog>
  )
}

function labelsFault(labels: readonly string[]): string | null {
  if (labels.length > LIMITS.labels)
    return `Use at most ${String(LIMITS.labels)} labels. Put anything else in the note.`
  const long = labels.find((label) => label.length > LIMITS.labelChars)
  return long === undefined
    ? null
    : `“${long.slice(0, 20)}…” is longer than ${String(LIMITS.labelChars)} characters. Shorten it, or write it as a note.`
}
