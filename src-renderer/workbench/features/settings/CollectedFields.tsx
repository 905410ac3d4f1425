import type { ReactNode } from 'react'
import type { ProjectView } from '#protocol/projects'
import { COLLECTABLE_PATHS, MAX_COLLECTED_FIELDS } from '#domain/project/project'
import { Button } from '#window/ui/Button.tsx'
import { Select } from '#window/ui/Field.tsx'

type CollectedField = ProjectView['switches']['collectedFields'][number]

interface CollectedFieldsProps {
  readonly label: string
  readonly help: ReactNode
  readonly error: string | null
  readonly fields: readonly CollectedField[]
  readonly onSave: (fields: readonly CollectedField[]) => void
}

/** Customer data that the form asks for. A field is saved as soon as it is chosen or changed. */
export function CollectedFields({ label, help, error, fields, onSave }: CollectedFieldsProps) {
  const change = (path: string, part: Partial<CollectedField>): void => {
    onSave(fields.map((field) => (field.path === path ? { ...field, ...part } : field)))
  }
  const left = COLLECTABLE_PATHS.filter((path) => !fields.some((field) => field.path === path))
  const flag = (field: CollectedField, name: 'required' | 'shown') => (
    <label className="check">
      <input
        type="checkbox"
        checked={field[name]}
        aria-label={`${field.path} ${name}`}
        onChange={(event) => change(field.path, { [name]: event.target.checked })}
      />
      {name}
    </label>
  )
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <span className="help">{help}</span>
      {fields.length === 0 ? null : (
        <ol className="stack rules" aria-label={label}>
          {fields.map((field) => (
            <li className="collected-field" key={field.path}>
              <code className="clip">{field.path}</code>
              {flag(field, 'required')}
              {flag(field, 'shown')}
              <Button
                look="quiet"
                icon="trash"
                aria-label={`Remove ${field.path}`}
                onClick={() => onSave(fields.filter(({ path }) => path !== field.path))}
              />
            </li>
          ))}
        </ol>
      )}
      {error === null ? null : <span className="bad">{error}</span>}
      {fields.length >= MAX_COLLECTED_FIELDS ? null : (
        <Select
          label="Add a field that the form collects"
          value=""
          options={[
            { value: '', label: 'Add a field…' },
            ...left.map((path) => ({ value: path, label: path })),
          ]}
          onChange={(path) => {
            if (path !== '') onSave([...fields, { path, required: true, shown: true }])
          }}
        />
      )}
    </div>
  )
}
