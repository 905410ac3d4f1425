import { CAPTURED_KINDS } from '../../../../src-main/domain/response-rule/captured-kind'
import type { CapturedKind } from '../../../../src-main/domain/response-rule/captured-kind'
import { useProjects } from '../../state/info'
import { Field, Select } from '../../ui/Field'
import type { RuleDraft } from './rule-draft'

const KIND_LABELS: Readonly<Record<CapturedKind, string>> = {
  clarification: 'Clarification',
  remaining: 'Remaining data',
  intermediate: 'Intermediate',
  result: 'Result',
  token: 'Token',
  other: 'No callback',
}

interface MatchFieldsProps {
  readonly draft: RuleDraft
  readonly errorOf: (field: string) => string | null
  readonly onEdit: (change: Partial<RuleDraft>) => void
}

/** Which requests a rule answers; what is left empty does not matter. */
export function MatchFields({ draft, errorOf, onEdit }: MatchFieldsProps) {
  const projects = useProjects()
  const options = [
    { value: '', label: 'any project' },
    ...projects.map(({ projectId, name }) => ({
      value: String(projectId),
      label: `${name}, ${String(projectId)}`,
    })),
  ]
  const isKnown = options.some(({ value }) => value === draft.projectId)
  const text = (
    field: 'method' | 'path' | 'paymentId',
    label: string,
    placeholder: string,
    help?: string,
  ) => (
    <Field label={label} help={help} fault={errorOf(`match.${field}`)}>
      {(control) => (
        <input
          {...control}
          className="input mono"
          value={draft[field]}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onEdit({ [field]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <div className="rule-pair">
      <div className="field ar-kinds" role="group" aria-label="Kinds of callbacks">
        <span className="field-label">Kinds of callbacks</span>
        <div>
          {CAPTURED_KINDS.map((kind) => (
            <label key={kind} className="check">
              <input
                type="checkbox"
                checked={draft.kinds.includes(kind)}
                onChange={(event) => {
                  const { checked } = event.target
                  const chosen = (one: CapturedKind): boolean =>
                    one === kind ? checked : draft.kinds.includes(one)
                  onEdit({ kinds: CAPTURED_KINDS.filter(chosen) })
                }}
              />
              {KIND_LABELS[kind]}
            </label>
          ))}
        </div>
        <span className="help">
          Those of Paybench as they were sent, others as their bodies tell. None chosen: every request.
        </span>
      </div>
      {text('path', 'Path', 'any path', 'Without its query; * stands for any characters: /shop/*')}
      {text('method', 'Method', 'any method')}
      <Field label="Project" fault={errorOf('match.projectId')}>
        {(control) => (
          <Select
            control={control}
            value={draft.projectId}
            options={isKnown ? options : [...options, { value: draft.projectId, label: draft.projectId }]}
            onChange={(projectId) => onEdit({ projectId })}
          />
        )}
      </Field>
      {text('paymentId', 'Payment id', 'any payment')}
    </div>
  )
}
