import { useState } from 'react'
import { setPreferences, usePreferences } from '../state/preferences'
import { showToast } from '../state/toasts'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { Field } from '../ui/Field'
import { suggestedName, withView } from './views'

/** Gives the filter in use a name, under which it stands above the list from now on. */
export function SaveFilterDialog({
  query,
  list,
  onClose,
}: {
  readonly query: string
  readonly list: 'payments' | 'traffic'
  readonly onClose: () => void
}) {
  const filters = list === 'traffic' ? 'trafficFilters' : 'paymentFilters'
  const saved = usePreferences((state) => state[filters])
  const [name, setName] = useState(() => suggestedName(query))
  const trimmed = name.trim()
  const replaces = saved.some((view) => view.name === trimmed)
  const save = (): void => {
    if (trimmed === '') return
    setPreferences({ [filters]: withView(saved, { name: trimmed, query }) })
    showToast({ icon: 'bookmark', text: `Filter "${trimmed}" saved` })
    onClose()
  }
  return (
    <Dialog
      title="Save this filter"
      subtitle={<code>{query}</code>}
      width={440}
      onClose={onClose}
      onSubmit={save}
      actions={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" size="large" submit disabled={trimmed === ''}>
            {replaces ? 'Replace filter' : 'Save filter'}
          </Button>
        </>
      }
    >
      <div className="dialog-pad">
        <Field label="Name" help={replaces ? 'A filter of this name exists and is replaced.' : undefined}>
          {(control) => (
            <input
              {...control}
              className="input"
              value={name}
              maxLength={60}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
