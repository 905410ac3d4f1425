import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from './Icon'

export interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
}

interface FieldProps {
  readonly label: ReactNode
  readonly help?: ReactNode
  readonly error?: string | null | undefined
  readonly children: (control: FieldControl) => ReactNode
}

export function Field({ label, help, error, children }: FieldProps) {
  const id = useId()
  const bad = error !== undefined && error !== null && error !== ''
  const described = [help === undefined ? '' : `${id}-help`, bad ? `${id}-fault` : ''].join(' ').trim()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': bad })}
      {bad ? (
        <span className="bad" id={`${id}-fault`}>
          <Icon name="state-error" small />
          {error}
        </span>
      ) : null}
      {help === undefined ? null : (
        <span className="help" id={`${id}-help`}>
          {help}
        </span>
      )}
    </div>
  )
}

type FieldWords = Omit<FieldProps, 'children'>

interface TextFieldProps extends FieldWords, Omit<ComponentProps<'input'>, 'onChange' | 'children'> {
  readonly value: string
  readonly onText: (text: string) => void
  readonly suggestions?: readonly { readonly value: string; readonly label?: string }[]
}

/** A field for one line of text; all other attributes go to the input. */
export function TextField({ label, help, error, onText, suggestions, ...input }: TextFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <>
          <input
            className="input"
            autoComplete="off"
            list={suggestions === undefined ? undefined : `${control.id}-list`}
            {...input}
            {...control}
            onChange={(event) => onText(event.target.value)}
          />
          {suggestions === undefined ? null : (
            <datalist id={`${control.id}-list`}>
              {suggestions.map((suggestion) => (
                <option key={suggestion.value} {...suggestion} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

interface TextAreaProps extends FieldWords, Omit<ComponentProps<'textarea'>, 'onChange' | 'children'> {
  readonly onText: (text: string) => void
}

/** A field for several lines of text; all other attributes go to the text area. */
export function TextArea({ label, help, error, onText, ...area }: TextAreaProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <textarea className="input" {...area} {...control} onChange={(event) => onText(event.target.value)} />
      )}
    </Field>
  )
}

type Labelled<Value extends string> = FieldWords & Omit<SelectProps<Value>, 'control' | 'label'>

export function SelectField<Value extends string>({ label, help, error, ...select }: Labelled<Value>) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => <Select control={control} {...select} />}
    </Field>
  )
}

interface SelectProps<Value extends string> {
  readonly control?: FieldControl
  readonly label?: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { control, label, value, options, onChange } = props
  return (
    <span className="select">
      <select
        {...control}
        aria-label={label}
        className="input"
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" small />
    </span>
  )
}

interface NotedChoiceProps<Value extends string> {
  readonly legend: string
  readonly value: Value
  readonly options: readonly {
    readonly value: Value
    readonly label: string
    readonly note: string
    readonly disabled?: boolean
  }[]
  readonly onChange: (value: Value) => void
  /** Half the width of a form, or a separate field with its labels in bold. */
  readonly look?: 'half' | 'field'
  readonly children?: ReactNode
}

/** A choice of a few options, each with a note on its meaning. */
export function NotedChoice<Value extends string>(props: NotedChoiceProps<Value>) {
  const { legend, value, options, onChange, look = 'half', children } = props
  const name = useId()
  const isField = look === 'field'
  return (
    <fieldset className={isField ? 'field' : 'choice'}>
      <legend className="field-label">{legend}</legend>
      {options.map((option) => (
        <label className="radio" key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span>
            {isField ? <b>{option.label}</b> : option.label}{' '}
            <span className={isField ? 'help' : 'dim'}>{option.note}</span>
          </span>
        </label>
      ))}
      {children}
    </fieldset>
  )
}

interface CheckProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
  readonly title?: string
  readonly children?: ReactNode
  readonly 'aria-describedby'?: string
  readonly 'aria-label'?: string
}

export function Check({ title, children, onChange, ...box }: CheckProps) {
  return (
    <label className="check" title={title}>
      <input type="checkbox" {...box} onChange={(event) => onChange(event.target.checked)} />
      <span>{children}</span>
    </label>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly title?: string }[]
  readonly onChange: (value: Value) => void
  readonly fixed?: boolean
}

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, onChange, fixed = false } = props
  const name = useId()
  return (
    <div className="seg" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} title={option.title}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={fixed && option.value !== value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
