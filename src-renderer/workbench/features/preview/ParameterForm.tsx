import { useId, useRef, useState } from 'react'
import { Button } from '#window/ui/Button.tsx'
import { findParameter } from '#domain/form/parameters/parameters'
import { isRequired, KNOWN_PARAMETERS, knownValues, REQUIRED, valueOf } from './draft'
import { setParameter, usePreview } from './preview-store'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { Field } from '#window/ui/Field.tsx'
import { useFocusKept } from '#window/ui/focus'
import { IdText } from '#window/ui/IdText.tsx'
import { StateMark } from '#window/ui/StatusMark.tsx'
import { FormPart } from './FormExtras'
import type { PreviewSigned } from '#protocol/projects'

function AddParameter({ onAdd }: { readonly onAdd: (name: string) => void }) {
  const id = useId()
  const rows = usePreview(({ draft }) => draft.rows)
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

interface ParameterFormProps {
  /** What the form uses for an empty parameter. */
  readonly filledIn: Readonly<Record<string, string | undefined>>
}

export function ParameterForm({ filledIn }: ParameterFormProps) {
  const rows = usePreview(({ draft }) => draft.rows)
  const [added, setAdded] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  useFocusKept(list, 'form input')
  const required = rows.filter(({ name }) => isRequired(rows, name)).length
  const add = (name: string): void => {
    if (rows.some((row) => row.name === name)) return
    setAdded(name)
    setParameter(name, valueOf(name, findParameter(name)?.sample ?? ''))
  }

  return (
    <div ref={list}>
      <FormPart title="Parameters" note={`${required} required, ${rows.length - required} more`}>
        {rows.map(({ name, value }) => {
          const isNeeded = isRequired(rows, name)
          const isMissing = isNeeded && value === '' && filledIn[name] === undefined
          const values = knownValues(name)
          return (
            <Field
              key={name}
              label={
                <span
                  className="wrap"
                  title={findParameter(name)?.meaning ?? `${name} is not a parameter of the form`}
                >
                  <code>{name}</code>
                  {isNeeded ? <span className="dim"> required</span> : null}
                </span>
              }
              error={isMissing ? 'The form does not open without it.' : null}
            >
              {(control) => (
                <>
                  <span className="row">
                    <input
                      {...control}
                      autoFocus={name === added}
                      className="input mono clip"
                      autoComplete="off"
                      spellCheck={false}
                      list={`${control.id}-values`}
                      placeholder={filledIn[name] ?? ''}
                      title={String(value)}
                      value={String(value)}
                      onChange={(event) => setParameter(name, valueOf(name, event.target.value, value))}
                    />
                    {REQUIRED.includes(name) ? null : (
                      <Button
                        look="quiet"
                        size="small"
                        icon="close"
                        aria-label={`Remove ${name}`}
                        onClick={() => setParameter(name, null)}
                      />
                    )}
                  </span>
                  {values.length === 0 ? null : (
                    <datalist id={`${control.id}-values`}>
                      {values.map((known) => (
                        <option key={known} value={known} />
                      ))}
                    </datalist>
                  )}
                </>
              )}
            </Field>
          )
        })}
      </FormPart>
      <AddParameter onAdd={add} />
    </div>
  )
}

/** The signature of the typed parameters, computed by Paybench. A typed `signature` replaces it. */
export function SignatureBox(props: {
  readonly signed: PreviewSigned | null
  readonly error: string | null
}) {
  const { signed, error } = props
  if (error !== null) {
    return (
      <div className="stack box small pv-sig">
        <StateMark look={{ icon: 'state-error', hue: 'red' }}>cannot be signed</StateMark>
        <p className="help">{error}</p>
      </div>
    )
  }
  if (signed === null) return <div className="stack box small pv-sig">…</div>
  const given = String(signed.parameters['signature'])
  return (
    <div className="stack box small pv-sig">
      <div className="row">
        <span className="field-label grow">signature</span>
        {given === signed.signature ? (
          <StateMark look={{ icon: 'state-success', hue: 'green' }}>valid, updates as you type</StateMark>
        ) : (
          <StateMark look={{ icon: 'warn', hue: 'amber' }}>custom value, does not match</StateMark>
        )}
      </div>
      <div className="row">
        <code className="clip dim grow" title={given}>
          <IdText id={given} />
        </code>
        <CopyButton text={given} what="signature" />
      </div>
      <details>
        <summary>String to sign</summary>
        <pre className="code wrap" tabIndex={0} aria-label="String to sign">
          {signed.canonical.replaceAll(';', ';\n')}
        </pre>
      </details>
    </div>
  )
}
