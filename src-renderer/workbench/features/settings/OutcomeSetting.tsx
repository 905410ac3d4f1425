import { counted } from '#lib/words'
import { useState } from 'react'
import type { ProjectView } from '#protocol/projects'
import { AVS_PAIR } from '#domain/clarification/catalogue'
import { type ClarificationFields, countFields, flattenFields } from '#domain/clarification/fields'
import { FieldCatalogue } from '#window/features/payments/dialogs/FieldCatalogue.tsx'
import { Button } from '#window/ui/Button.tsx'
import { Dialog, SubmitActions } from '#window/ui/Dialog.tsx'
import type { SettingProps } from './Saving'
import { OUTCOME_MODES } from './setting-values'
import { SelectField } from '#window/ui/Field.tsx'

type Outcome = ProjectView['switches']['outcome']

function FieldsDialog(props: {
  readonly fields: ClarificationFields
  readonly onSave: (fields: ClarificationFields) => void
  readonly onClose: () => void
}) {
  const { fields, onSave, onClose } = props
  const [choice, setChoice] = useState(fields)
  const count = countFields(choice)
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
        <FieldCatalogue choice={choice} onChoose={setChoice} method={null} operation="sale" />
      </div>
    </Dialog>
  )
}

export function OutcomeSetting({ label, help, error, value: outcome, onSave }: SettingProps<Outcome>) {
  const [choosing, setChoosing] = useState(false)
  return (
    <div className="field">
      <SelectField
        label={label}
        help={help}
        error={error}
        value={outcome.mode}
        options={OUTCOME_MODES}
        onChange={(mode) => onSave(mode === 'clarify' ? { mode, fields: AVS_PAIR } : { mode })}
      />
      {outcome.mode === 'clarify' ? (
        <div className="row wraps">
          {flattenFields(outcome.fields).map(({ path }) => (
            <span className="fieldchip" key={path}>
              {path}
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
