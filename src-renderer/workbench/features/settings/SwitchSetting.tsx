import { CARD } from '#domain/form/ways-to-pay'
import { findMethod, wayOf } from '#domain/method/method'
import { counted } from '#lib/words'
import { type ProjectView, projectSwitches } from '#protocol/projects'
import { matchingMethods } from '#window/features/payments/dialogs/method-fields'
import type { ProjectSwitch } from '#domain/project/switches'
import { Check, SelectField } from '#window/ui/Field.tsx'
import { AddByWords } from './AddByWords'
import { CustomersSetting } from './CustomersSetting'
import { CallbackRules, CollectedFields } from './ListSettings'
import { OwnMethods } from './OwnMethods'
import { isChanged, spansOf, typedSetting, valueWords, waysOf } from './setting-values'
import { OutcomeSetting } from './OutcomeSetting'
import { TextSetting } from './TextSetting'
import { type ProjectChange, type SettingProps, useProjectSave, useShownValue } from './Saving'
import { useId } from 'react'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'

const someSwitches = projectSwitches.partial()

/** A change of one switch; null if the switch cannot have the value. */
function changeOf(name: ProjectSwitch['name'], value: unknown): ProjectChange | null {
  const parsed = someSwitches.safeParse({ [name]: value })
  return parsed.success ? { switches: parsed.data } : null
}

export interface SwitchSettingProps {
  readonly project: ProjectView
  readonly description: ProjectSwitch
}

export function SwitchSetting({ project, description }: SwitchSettingProps) {
  const { name, label, control } = description
  const { error, save } = useProjectSave(project)
  const value = project.switches[name]
  const set = (next: unknown): void => {
    const change = changeOf(name, next)
    const back = changeOf(name, value)
    if (change !== null && back !== null) save(label, change, back)
  }
  return (
    <>
      <SwitchControl project={project} description={description} error={error} set={set} />
      {isChanged(project, description) ? (
        <p className="row small default-value">
          <b>Changed</b>
          <span className="mid">Default: {valueWords(description, control.standard)}</span>
          <Button look="quiet" size="small" icon="undo" onClick={() => set(control.standard)}>
            Reset<span className="sr"> {label}</span>
          </Button>
        </p>
      ) : null}
    </>
  )
}

interface SwitchControlProps extends SwitchSettingProps {
  readonly error: string | null
  readonly set: (value: unknown) => void
}

function SwitchControl({ project, description, error, set }: SwitchControlProps) {
  const { name, label, control, explanation: help } = description
  const value = project.switches[name]
  const shared = { label, help, error }
  switch (control.kind) {
    case 'boolean':
      return <BooleanSetting {...shared} value={value === true} onSave={set} />
    case 'choice':
      return (
        <SelectField
          {...shared}
          value={typeof value === 'string' ? value : ''}
          options={control.options}
          onChange={set}
        />
      )
    case 'outcome':
      return <OutcomeSetting {...shared} value={project.switches.outcome} onSave={set} />
    case 'customers':
      return <CustomersSetting {...shared} value={project.switches.customers} onSave={set} />
    case 'collectedFields':
      return <CollectedFields {...shared} value={project.switches.collectedFields} onSave={set} />
    case 'callbackRules':
      return <CallbackRules {...shared} value={project.switches.callbackRules} onSave={set} />
    case 'ownMethods':
      return <OwnMethods {...shared} value={project.switches.ownMethods} onSave={set} />
    default: {
      const { text, read, remedy, ...typed } = typedSetting(control, value)
      return (
        <>
          <TextSetting
            label={label}
            help={help}
            refusal={error}
            value={text}
            check={(next) => (changeOf(name, read(next)) === null ? remedy : null)}
            {...typed}
            onSave={(next) => set(read(next))}
          />
          {control.kind === 'methods' || control.kind === 'methodWays' ? (
            <AddMethod project={project} description={description} set={set} />
          ) : null}
        </>
      )
    }
  }
}

/** Adds a method to a list of methods, found by words as in the New payment dialog. A rule begins with its kind. */
function AddMethod({ project, description, set }: Omit<SwitchControlProps, 'error'>) {
  const { name, label, control } = description
  const { ownMethods } = project.switches
  const value = project.switches[name]
  const listed: readonly { readonly path: string }[] =
    control.kind === 'methods' ? spansOf(value) : waysOf(value)
  return (
    <>
      <p className="small mid" role="status">
        {listed.length === 0 ? valueWords(description, []) : counted(listed.length, 'method')}
      </p>
      <AddByWords
        label="Add a method"
        to={label}
        placeholder="Part of a name, currency, country or kind"
        wantedAs={`add ${name}`}
        search={(words) =>
          matchingMethods(words, ownMethods).filter(
            ({ value: path }) => path !== CARD && !listed.some((row) => row.path === path),
          )
        }
        onAdd={(path) => {
          const method = findMethod(path, ownMethods)
          const way = control.kind === 'methods' || method === null ? {} : { way: wayOf(method) }
          set([...listed, { path, ...way }])
        }}
      />
    </>
  )
}

function BooleanSetting(props: SettingProps<boolean>) {
  const { label, help, error, onSave } = props
  const id = useId()
  const [wanted, setWanted] = useShownValue(props)
  return (
    <div className="field">
      <Check
        checked={wanted}
        aria-describedby={`${id}-help`}
        onChange={(next) => {
          setWanted(next)
          onSave(next)
        }}
      >
        {label}
      </Check>
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
