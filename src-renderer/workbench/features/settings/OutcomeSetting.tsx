import { counted } from '#lib/words'
import { useState } from 'react'
import type { ProjectView } from '#protocol/projects'
import type { ClarificationFields } from '#domain/clarification/fields'
import { FieldCatalogue } from '#window/features/payments/dialogs/FieldCatalogue.tsx'
import { Button } from '#window/ui/Button.tsx'
import { Dialog, SubmitActions } from '#window/ui/Dialog.tsx'
import type { SettingProps } from './Saving'
import { SelectField } from '#window/ui/Field.tsx'

type Outcome = ProjectView['switches']['outcome']

const MODES = [
  { value: 'card', label: 'By card number' },
  { value: 'hold', label: 'Stay in processing until I decide' },
  { value: 'clarify', label: 'A clarification first, then by card number' },
] as const

const AVS_PAIR: ClarificationFields = { avs_data: ['avs_post_code', 'avs_street_address'] }

const namesOf = (fields: ClarificationFields): readonly string[] =>
  Object.entries(fields).flatMap(([key, names]) => names.map((name) => `${key}.${name}`))

function FieldsDialog(props: {
  readonly fields: ClarificationFields
  readonly onSave: (fields: ClarificationFields) => void
  readonly onClose: () => void
}) {
  const { fields, onSave, onClose } = props
  const [choice, setChoice] = useState(fields)
  const count = namesOf(choice).length
  const save = (): void => {
    if (count === 0) return
    onSave(choice)
    onClose()
  }
  return (
    <Dialog
      title="Fields to request for every payment"
      width={860}
      onClose={onClose}
      onSubmit={save}
      note={count === 0 ? 'Choose at least one field.' : null}
      actions={
        <SubmitActions onCancel={onClose} disabled={count === 0} keys="Ctrl Enter">
          Request {counted(count, 'field')}
        </SubmitActions>
      }
    >
      <div className="outcome-fields">
        <FieldCatalogue choice={choice} onChoose={setChoice} />
      </div>
    </Dialog>
  )
}

export function OutcomeSetting({ label, help, error, value: outcome, onSave }: SettingProps<Outcome>) {
  const [choosing, setChoosing] = useState(false)
  const setMode = (mode: Outcome['mode']): void => {
    onSave(mode === 'clarify' ? { mode, fields: AVS_PAIR } : { mode })
  }
  return (
    <div className="field">
      <SelectField
        label={label}
        help={help}
        error={error}
        value={outcome.mode}
        options={MODES}
        onChange={setMode}
      />
      {outcome.mode === 'clarify' ? (
        <div className="row wraps">
          {namesOf(outcome.fields).map((name) => (
            <span className="fieldchip" key={name}>
              {name}
            </span>
          ))}
          <Button size="small" onClick={() => setChoosing(true)}>
            Choose fields…
          </Button>
        </div>
      ) : null}
      {choosing && outcome.mode === 'clarify' ? (
        <FieldsDialog
          fields={outcome.fields}
          onSave={(fields) => onSave({ mode: 'clarify', fields })}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </div>
  )
}
