import { useId, useRef, useState } from 'react'
import { Button } from '#window/ui/Button.tsx'
import { findKnownParameter, KNOWN_PARAMETERS, type ParameterRow, REQUIRED, valueOf, withRow } from './draft'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { useFocusKept } from '#window/ui/focus'
import { StateMark } from '#window/ui/StatusMark.tsx'
import type { Signed } from './use-signed'

interface ParameterFormProps {
  readonly rows: readonly ParameterRow[]
  readonly onRows: (rows: ParameterRow[]) => void
  /** The value of an empty field. */
  readonly filledIn: Readonly<Record<string, string>>
}

const isRequired = (name: string): boolean => REQUIRED.includes(name)

/** Suggestions for parameters with known values. */
function Values({ id, name }: { readonly id: string; readonly name: string }) {
  const values = findKnownParameter(name)?.values ?? []
  if (values.length === 0) return null
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}

interface AddParameterProps {
  readonly rows: readonly ParameterRow[]
  readonly onAdd: (name: string) => void
}

/** Offers the known names; any other is sent unchanged. */
function AddParameter({ rows, onAdd }: AddParameterProps) {
  const id = useId()
  const [name, setName] = useState('')
  const offered = KNOWN_PARAMETERS.filter((known) => !rows.some((row) => row.name === known.name))
  return (
    <form
      className="row pad"
      onSubmit={(event) => {
        event.preventDefault()
        onAdd(name)
        setName('')
      }}
    >
      <input
        className="input mono"
        aria-label="Name of the parameter"
        list={id}
        placeholder="Another parameter"
        required
        pattern="[^\s=&;]+"
        title="A name without spaces and without any of = & ;"
        autoComplete="off"
        spellCheck={false}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <datalist id={id}>
        {offered.map((known) => (
          <option key={known.name} value={known.name}>
            {known.meaning}
          </option>
        ))}
      </datalist>
      <Button icon="plus" submit>
        Add
      </Button>
    </form>
  )
}

/** The parameters one by one: the required ones first, then whatever was added. */
export function ParameterForm({ rows, onRows, filledIn }: ParameterFormProps) {
  const id = useId()
  const [added, setAdded] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  useFocusKept(list, 'form input')
  const more = rows.filter(({ name }) => !isRequired(name)).length
  const add = (name: string): void => {
    if (rows.some((row) => row.name === name)) return
    setAdded(name)
    onRows(withRow(rows, name, valueOf(name, findKnownParameter(name)?.sample ?? '')))
  }

  return (
    <section aria-labelledby={`${id}-head`} ref={list}>
      <div className="section-head">
        <h2 id={`${id}-head`}>Parameters</h2>
        <span className="note clip">6 required, {more} more</span>
      </div>
      <div className="stack pad">
        {rows.map(({ name, value }, index) => {
          const field = `${id}-${index}`
          const known = findKnownParameter(name)
          const required = isRequired(name)
          return (
            <div className="pv-row" key={name}>
              <label
                className="clip mid"
                htmlFor={field}
                title={known?.meaning ?? `${name} is not a parameter of the form`}
              >
                <code>{name}</code>
                {required ? <span className="sr"> required</span> : null}
              </label>
              <input
                id={field}
                autoFocus={name === added}
                className="input mono"
                autoComplete="off"
                spellCheck={false}
                list={`${field}-values`}
                placeholder={filledIn[name] ?? ''}
                value={String(value)}
                onChange={(event) => onRows(withRow(rows, name, valueOf(name, event.target.value, value)))}
              />
              <Values id={`${field}-values`} name={name} />
              {required ? (
                <span />
              ) : (
                <Button
                  look="quiet"
                  size="small"
                  icon="close"
                  aria-label={`Remove ${name}`}
                  onClick={() => onRows(withRow(rows, name, null))}
                />
              )}
            </div>
          )
        })}
      </div>
      <AddParameter rows={rows} onAdd={add} />
    </section>
  )
}

interface SignatureBoxProps extends Pick<Signed, 'signed' | 'error'> {
  /** Whether this is the request of the form that is open, not of the next one. */
  readonly isOpened: boolean
}

function words(own: boolean, isOpened: boolean): string {
  if (own) return 'custom value, does not match'
  return isOpened ? 'valid, of the open form' : 'valid, updates as you type'
}

/** The signature of what is typed, made by the bench. A `signature` among the parameters goes out instead of it. */
export function SignatureBox({ signed, error, isOpened }: SignatureBoxProps) {
  if (error !== null) {
    return (
      <div className="stack box small pv-sig">
        <StateMark look={{ icon: 'state-error', hue: 'red' }}>cannot be signed</StateMark>
        <p className="help">{error}</p>
      </div>
    )
  }
  const given = signed?.parameters['signature']
  const own = signed !== null && given !== signed.signature
  const look = own
    ? ({ icon: 'warn', hue: 'amber' } as const)
    : ({ icon: 'state-success', hue: 'green' } as const)
  return (
    <div className="stack box small pv-sig">
      <div className="row">
        <span className="field-label grow">signature</span>
        {signed === null ? null : <StateMark look={look}>{words(own, isOpened)}</StateMark>}
      </div>
      <div className="row">
        <code className="clip dim grow">{signed === null ? '…' : String(given)}</code>
        {signed === null ? null : <CopyButton text={String(given)} what="signature" />}
      </div>
      {signed === null ? null : (
        <details>
          <summary>String to sign</summary>
          <pre className="code wrap" tabIndex={0} aria-label="String to sign">
            {signed.canonical.replaceAll(';', ';\n')}
          </pre>
        </details>
      )}
    </div>
  )
}
