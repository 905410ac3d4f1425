import type { ComponentProps } from 'react'
import { MESSAGE_KINDS } from '#domain/payment/callbacks'
import { useProjects } from '#window/state/info'
import { Check, SelectField, TextField } from '#window/ui/Field.tsx'

type Kind = (typeof MESSAGE_KINDS)[number]

interface KindChecksProps {
  readonly help: string
  readonly nameOf: (kind: Kind) => string
  readonly chosen: readonly Kind[]
  readonly onChange: (kinds: Kind[]) => void
}

/** The kinds of callbacks that a rule matches; if none is chosen, it matches all kinds. */
export function KindChecks({ help, nameOf, chosen, onChange }: KindChecksProps) {
  return (
    <div className="field" role="group" aria-label="Kinds of callbacks">
      <span className="field-label">Kinds of callbacks</span>
      <span className="row wraps rule-kinds">
        {MESSAGE_KINDS.map((kind) => (
          <Check
            key={kind}
            checked={chosen.includes(kind)}
            onChange={(checked) =>
              onChange(MESSAGE_KINDS.filter((one) => (one === kind ? checked : chosen.includes(one))))
            }
          >
            {nameOf(kind)}
          </Check>
        ))}
      </span>
      <span className="help">{help}</span>
    </div>
  )
}

interface PaymentMatchProps {
  /** Empty for any project. */
  readonly projectId: string
  readonly paymentId: string
  readonly errorOf: (field: string) => string | null
  readonly onChange: (change: { readonly projectId: string } | { readonly paymentId: string }) => void
}

/** The project and the payment of a rule. A removed project stays selected until the tester selects another. */
export function PaymentMatch({ projectId, paymentId, errorOf, onChange }: PaymentMatchProps) {
  const knownOptions = useProjects().map((project) => ({
    value: String(project.projectId),
    label: `${project.name} (${String(project.projectId)})`,
  }))
  const isKnown = projectId === '' || knownOptions.some(({ value }) => value === projectId)
  const unknownOptions = isKnown ? [] : [{ value: projectId, label: `${projectId} (not in this session)` }]
  return (
    <>
      <SelectField
        label="Project"
        error={errorOf('match.projectId')}
        value={projectId}
        options={[{ value: '', label: 'any project' }, ...knownOptions, ...unknownOptions]}
        onChange={(value) => onChange({ projectId: value })}
      />
      <TextMatch
        label="Payment id"
        help="Exact match, not case-sensitive."
        placeholder="any payment"
        value={paymentId}
        error={errorOf('match.paymentId')}
        onText={(value) => onChange({ paymentId: value })}
      />
    </>
  )
}

export function TextMatch(props: Omit<ComponentProps<typeof TextField>, 'className'>) {
  return <TextField {...props} className="input mono" spellCheck={false} />
}
