import { useState } from 'react'
import { suggestedName } from '#window/navigation/list-view'
import { showToast } from '#window/state/toasts'
import { SubmitActions } from '#window/ui/DialogParts.tsx'
import { Dialog } from '#window/ui/Dialog.tsx'
import { Field } from '#window/ui/Field.tsx'
import { renameFilter, saveFilter, useSavedFilters, whyNotSaved } from './saved-filters'
import type { FilteredList } from '#window/state/filtered-list'

interface SaveFilterDialogProps {
  readonly list: FilteredList
  readonly query: string
  /** The saved filter to rename. */
  readonly rename?: string | undefined
  readonly onClose: () => void
}

/** Saves a filter under a name, which is then shown above the list. */
export function SaveFilterDialog({ list, query, rename, onClose }: SaveFilterDialogProps) {
  const saved = useSavedFilters(list)
  const [name, setName] = useState(() => rename ?? suggestedName(query))
  const trimmed = name.trim()
  const replaces = trimmed !== rename && saved.some((view) => view.name === trimmed)
  const refusal = rename === undefined ? whyNotSaved(list, saved, trimmed) : null
  const save = (): void => {
    if (trimmed === '') return
    if (rename === undefined) {
      if (saveFilter(list, { name: trimmed, query }) !== null) return
    } else renameFilter(list, rename, trimmed)
    showToast({
      icon: 'bookmark',
      text: rename === undefined ? `Filter "${trimmed}" saved` : `Filter "${rename}" is now "${trimmed}"`,
    })
    onClose()
  }
  return (
    <Dialog
      title={rename === undefined ? 'Save this filter' : 'Rename this filter'}
      subtitle={<code>{query}</code>}
      width={440}
      onClose={onClose}
      onSubmit={save}
      actions={
        <SubmitActions onCancel={onClose} disabled={trimmed === '' || refusal !== null}>
          {replaces ? 'Replace filter' : rename === undefined ? 'Save filter' : 'Rename filter'}
        </SubmitActions>
      }
    >
      <div className="dialog-pad">
        <Field
          label="Name"
          error={refusal}
          help={replaces ? 'A filter with this name exists and will be replaced.' : undefined}
        >
          {(control) => (
            <input
              {...control}
              className="input"
              value={name}
              maxLength={60}
              onFocus={(event) => event.target.select()}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
