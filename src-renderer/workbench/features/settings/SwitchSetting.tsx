import { type ProjectView, projectSwitches } from '#protocol/projects'
import type { ProjectSwitch } from '#domain/project/switches'
import { DEFAULT_SWITCHES } from '#domain/project/project'
import { Field, Select } from '#window/ui/Field.tsx'
import { formatSpan, parseSpan } from '#window/lib/time'
import { CallbackRules, CollectedFields } from './ListSettings'
import { checkAddresses, checkCode, checkCount, checkSpan, readAddresses } from './setting-values'
import { OutcomeSetting } from './OutcomeSetting'
import { TextSetting } from './TextSetting'
import { useSave, type ProjectChange } from './Saving'
import { useId, useState, type ReactNode } from 'react'
import { Icon } from '#window/ui/Icon.tsx'

const somethings = projectSwitches.partial()

/** A change of one switch; null where the value does not belong to that switch. */
function changeOf(name: ProjectSwitch['name'], value: unknown): ProjectChange | null {
  const parsed = somethings.safeParse({ [name]: value })
  return parsed.success ? { switches: parsed.data } : null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

interface SwitchSettingProps {
  readonly project: ProjectView
  readonly description: ProjectSwitch
}

function Explanation({
  description,
  changed,
}: {
  readonly description: ProjectSwitch
  readonly changed: boolean
}) {
  return (
    <>
      {description.explanation}
      {changed ? <span className="mid"> Differs from the reference behaviour.</span> : null}
    </>
  )
}

/** One switch with the control that its description asks for. It is saved as soon as it is set. */
export function SwitchSetting({ project, description }: SwitchSettingProps) {
  const { name, label, control } = description
  const { error, save } = useSave(project, label)
  const value = project.switches[name]
  const changed = JSON.stringify(value) !== JSON.stringify(DEFAULT_SWITCHES[name])
  const help = <Explanation description={description} changed={changed} />
  const set = (next: unknown): void => {
    const change = changeOf(name, next)
    const back = changeOf(name, value)
    if (change !== null && back !== null) save(change, back)
  }
  switch (control.kind) {
    case 'boolean':
      return <BooleanSetting label={label} help={help} error={error} value={value === true} onSave={set} />
    case 'choice':
      return (
        <Field label={label} help={help} error={error}>
          {(attributes) => (
            <Select control={attributes} value={textOf(value)} options={control.options} onChange={set} />
          )}
        </Field>
      )
    case 'duration':
      return (
        <TextSetting
          label={label}
          help={help}
          value={formatSpan(Number(value))}
          check={(text) => checkSpan(text, control.minMs, control.maxMs)}
          refusal={error}
          onSave={(text) => set(parseSpan(text))}
        />
      )
    case 'count':
      return (
        <TextSetting
          label={label}
          help={help}
          value={String(Number(value))}
          check={(text) => checkCount(text, control.min, control.max)}
          refusal={error}
          onSave={(text) => set(Number(text.trim()))}
        />
      )
    case 'resultCode':
      return (
        <TextSetting
          label={label}
          help={help}
          mono
          value={textOf(value)}
          check={checkCode}
          refusal={error}
          onSave={(text) => set(text.trim())}
        />
      )
    case 'addresses':
      return (
        <TextSetting
          label={label}
          help={help}
          mono
          lines={3}
          placeholder="everybody"
          value={project.switches.allowedCallers.join('\n')}
          check={checkAddresses}
          refusal={error}
          onSave={(text) => set(readAddresses(text))}
        />
      )
    case 'outcome':
      return (
        <OutcomeSetting
          label={label}
          help={help}
          error={error}
          outcome={project.switches.outcome}
          onSave={set}
        />
      )
    case 'collectedFields':
      return (
        <CollectedFields
          label={label}
          help={help}
          error={error}
          fields={project.switches.collectedFields}
          onSave={set}
        />
      )
    case 'callbackRules':
      return (
        <CallbackRules
          label={label}
          help={help}
          error={error}
          rules={project.switches.callbackRules}
          onSave={set}
        />
      )
  }
}

interface BooleanSettingProps {
  readonly label: string
  readonly help: ReactNode
  readonly error: string | null
  /** The saved value. */
  readonly value: boolean
  readonly onSave: (value: boolean) => void
}

/** A switch that is on or off. It shows the new value at once, and the saved one when the bench refuses it. */
function BooleanSetting({ label, help, error, value, onSave }: BooleanSettingProps) {
  const id = useId()
  const [wanted, setWanted] = useState(value)
  const [known, setKnown] = useState({ value, error })
  if (known.value !== value || known.error !== error) {
    setKnown({ value, error })
    setWanted(value)
  }
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          checked={wanted}
          aria-describedby={`${id}-help`}
          onChange={(event) => {
            setWanted(event.target.checked)
            onSave(event.target.checked)
          }}
        />
        {label}
      </label>
      <span className="help" id={`${id}-help`}>
        {help}
      </span>
      {error === null ? null : (
        <span className="bad">
          <Icon name="state-error" small />
          {error}
        </span>
      )}
    </div>
  )
}
