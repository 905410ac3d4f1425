import type { ComponentProps } from 'react'
import { useProjects } from '#window/state/info'
import { SelectField, TextField } from '#window/ui/Field.tsx'

interface KindChecksProps<Kind extends string> {
  readonly label: string
  readonly help: string
  readonly kinds: readonly Kind[]
  readonly nameOf: (kind: Kind) => string
  readonly chosen: readonly Kind[]
  readonly onChange: (kinds: Kind[]) => void
}

/** Kinds of callbacks that a rule matches; none chosen means all. */
export function KindChecks<Kind extends string>({
  label,
  help,
  kinds,
  nameOf,
  chosen,
  onChange,
}: KindChecksProps<Kind>) {
  return (
    <div className="field" role="group" aria-label="Kinds of callbacks">
      <span className="field-label">{label}</span>
      <span className="rule-kinds">
        {kinds.map((kind) => (
          <label key={kind} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(kind)}
              onChange={({ target: { checked } }) =>
                onChange(kinds.filter((one) => (one === kind ? checked : chosen.includes(one))))
              }
            />
            {nameOf(kind)}
          </label>
        ))}
      </span>
      <span className="help">{help}</span>
    </div>
  )
}

interface ProjectSelectProps {
  /** Empty for every project. */
  readonly value: string
  readonly every: string
  readonly error: string | null
  readonly onChange: (projectId: string) => void
}

/** The project of a rule. A removed project stays selected until the tester selects another. */
export function ProjectSelect({ value, every, error, onChange }: ProjectSelectProps) {
  const known = useProjects().map(({ projectId, name }) => ({
    value: String(projectId),
    label: `${name} (${String(projectId)})`,
  }))
  const isKnown = value === '' || known.some((project) => project.value === value)
  const unknown = isKnown ? [] : [{ value, label: `${value} (not on this bench)` }]
  return (
    <SelectField
      label="Project"
      error={error}
      value={value}
      options={[{ value: '', label: every }, ...known, ...unknown]}
      onChange={onChange}
    />
  )
}

export function TextMatch(props: Omit<ComponentProps<typeof TextField>, 'className'>) {
  return <TextField {...props} className="input mono" spellCheck={false} />
}
