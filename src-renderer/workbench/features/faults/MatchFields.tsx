import { MESSAGE_KINDS } from '../../../../src-main/domain/fault/fault'
import { useProjects } from '../../state/info'
import { Field, Select } from '../../ui/Field'
import { callbackKindName } from '../../ui/states'
import type { RuleFieldsProps } from './FaultFields'

const EVERY = 'every project'

/** With whom it goes wrong; what is left empty does not matter. */
export function MatchFields({ draft, problems, onChange }: RuleFieldsProps) {
  const projects = useProjects()
  const options = [
    { value: EVERY, label: EVERY },
    ...projects.map(({ projectId, name }) => ({
      value: String(projectId),
      label: `${name} (${String(projectId)})`,
    })),
    ...(draft.projectId === null || projects.some(({ projectId }) => projectId === draft.projectId)
      ? []
      : [{ value: String(draft.projectId), label: `${String(draft.projectId)}, which is not here` }]),
  ]
  return (
    <fieldset className="flt-group">
      <legend className="h-sec">With whom</legend>
      <div className="field" role="group" aria-label="Kinds of callbacks">
        <span className="field-label">Kinds</span>
        <span className="flt-kinds">
          {MESSAGE_KINDS.map((kind) => (
            <label key={kind} className="check">
              <input
                type="checkbox"
                checked={draft.kinds.includes(kind)}
                onChange={(event) =>
                  onChange({
                    ...draft,
                    kinds: MESSAGE_KINDS.filter((other) =>
                      other === kind ? event.target.checked : draft.kinds.includes(other),
                    ),
                  })
                }
              />
              {callbackKindName(kind)}
            </label>
          ))}
        </span>
        <span className="help">None chosen: every kind.</span>
      </div>
      <div className="rule-pair">
        <Field label="Project" fault={problems.get('match.projectId')}>
          {(control) => (
            <Select
              control={control}
              value={draft.projectId === null ? EVERY : String(draft.projectId)}
              options={options}
              onChange={(value) => onChange({ ...draft, projectId: value === EVERY ? null : Number(value) })}
            />
          )}
        </Field>
        <Field
          label="Payment id"
          help="Exactly this one; letter case does not matter. Empty: every payment."
          fault={problems.get('match.paymentId')}
        >
          {(control) => (
            <input
              {...control}
              className="input mono"
              spellCheck={false}
              autoComplete="off"
              value={draft.paymentId}
              onChange={(event) => onChange({ ...draft, paymentId: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Target contains"
          help="A part of the address, such as /pay/ok. Empty: every target."
          fault={problems.get('match.target')}
        >
          {(control) => (
            <input
              {...control}
              className="input mono"
              value={draft.target}
              onChange={(event) => onChange({ ...draft, target: event.target.value })}
            />
          )}
        </Field>
        {draft.paymentKey === '' ? null : (
          <Field
            label="Payment key"
            help="A script named one payment by its key. Empty it to go by the id alone."
            fault={problems.get('match.paymentKey')}
          >
            {(control) => (
              <input
                {...control}
                className="input mono"
                maxLength={100}
                value={draft.paymentKey}
                onChange={(event) => onChange({ ...draft, paymentKey: event.target.value })}
              />
            )}
          </Field>
        )}
      </div>
    </fieldset>
  )
}
