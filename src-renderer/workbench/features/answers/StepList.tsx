import { useId, useRef } from 'react'
import { Button } from '#window/ui/Button.tsx'
import { Field, Select } from '#window/ui/Field.tsx'
import { useRowKeys } from '#window/ui/use-row-keys'
import { Badge } from '#window/ui/StatusMark.tsx'
import { emptyStep, readScript, scriptText, STEP_OPTIONS, type StepDraft } from './step-draft'
import { assertNever } from '#lib/error-text'
import { forwardAddress } from '#domain/response-rule/response-rule'
import { Notice } from '#window/ui/Notice.tsx'

const MAX_STEPS = 100

interface StepListProps {
  readonly steps: readonly StepDraft[]
  readonly errorOf: (field: string) => string | null
  /** Index of the answer that the next request gets; null where it depends on the request. */
  readonly next: number | null
  readonly onSteps: (steps: readonly StepDraft[]) => void
}

/** The answers of a rule in their order. */
export function StepList({ steps, errorOf, next, onSteps }: StepListProps) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useRowKeys(box, steps.length)
  const error = steps.length === 0 ? errorOf('steps') : null
  return (
    <div ref={box} className="ar-rows">
      <ol className="stack" aria-label="Responses in order">
        {steps.map((step, at) => {
          const number = String(at + 1)
          const swap = (to: number): void => {
            rows.move(at, to)
            onSteps(steps.toSpliced(at, 1).toSpliced(to, 0, step))
          }
          return (
            <li key={rows.keys[at]} data-row={at} className="stack box" aria-label={`Response ${number}`}>
              <div className="ar-step-head">
                <span className="dim rule-place">{number}.</span>
                <Select
                  label={`Type of response ${number}`}
                  value={step.kind}
                  options={STEP_OPTIONS}
                  onChange={(kind) => onSteps(steps.with(at, { ...step, kind }))}
                />
                <span className="grow">
                  {next === at ? (
                    <Badge look={{ icon: 'next', hue: 'quiet' }} small>
                      next
                    </Badge>
                  ) : null}
                </span>
                <Button
                  look="quiet"
                  size="small"
                  icon="up"
                  data-part="up"
                  aria-label={`Move response ${number} up`}
                  disabled={at === 0}
                  onClick={() => swap(at - 1)}
                />
                <Button
                  look="quiet"
                  size="small"
                  icon="lower"
                  data-part="down"
                  aria-label={`Move response ${number} down`}
                  disabled={at === steps.length - 1}
                  onClick={() => swap(at + 1)}
                />
                <Button
                  look="quiet"
                  size="small"
                  icon="trash"
                  data-part="remove"
                  aria-label={`Remove response ${number}`}
                  disabled={steps.length === 1}
                  onClick={() => {
                    rows.remove(at)
                    onSteps(steps.toSpliced(at, 1))
                  }}
                />
              </div>
              <StepFields
                step={step}
                errorOf={(field) => errorOf(`steps.${String(at)}.${field}`)}
                onEdit={(change) => onSteps(steps.with(at, { ...step, ...change }))}
              />
            </li>
          )
        })}
      </ol>
      {error === null ? null : <span className="bad">{error}</span>}
      <span>
        <Button
          size="small"
          icon="plus"
          disabled={steps.length >= MAX_STEPS}
          data-part="add"
          onClick={() => {
            rows.add()
            onSteps([...steps, emptyStep('reply')])
          }}
        >
          Add a response
        </Button>
      </span>
    </div>
  )
}

interface StepFieldsProps {
  readonly step: StepDraft
  readonly errorOf: (field: string) => string | null
  readonly onEdit: (change: Partial<StepDraft>) => void
}

/** The path of callbacks to the merchant listener, unless a project says otherwise. */
const SAMPLE_PATH = '/callbacks'

type TextName = 'status' | 'delay' | 'url' | 'headers' | 'body'

/** The fields of an answer, by its kind. */
function StepFields({ step, errorOf, onEdit }: StepFieldsProps) {
  const line = (name: TextName, label: string, field: string, placeholder: string, help?: string) => (
    <Field label={label} help={help} error={errorOf(field)}>
      {(control) => (
        <input
          {...control}
          className="input mono"
          value={step[name]}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onEdit({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
  const area = (name: TextName, label: string, placeholder: string) => (
    <Field label={label} error={errorOf(name)}>
      {(control) => (
        <textarea
          {...control}
          className="input mono"
          rows={2}
          value={step[name]}
          placeholder={placeholder}
          spellCheck={false}
          onChange={(event) => onEdit({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
  switch (step.kind) {
    case 'reply':
      return (
        <div className="stack">
          <div className="halves">
            {line('status', 'Status', 'status', '200')}
            {line('delay', 'Delay', 'delayMs', 'at once', 'In real time, for example 1.5 s or 300 ms')}
          </div>
          <div className="halves">
            {area('headers', 'Headers, one per line', 'Retry-After: 60')}
            {area('body', 'Body', 'empty')}
          </div>
        </div>
      )
    case 'silence':
      return <p className="dim tiny">The connection stays open until the sender times out.</p>
    case 'reset':
      return (
        <div className="stack">
          <div className="halves">
            {line('delay', 'Delay', 'delayMs', 'at once', 'In real time, for example 1.5 s or 300 ms')}
          </div>
        </div>
      )
    case 'forward':
      return (
        <div className="stack">
          {line('url', 'Address of your server', 'url', 'https://localhost:8443/payments/callback')}
          <label className="check">
            <input
              type="checkbox"
              checked={step.appendPath}
              onChange={(event) => onEdit({ appendPath: event.target.checked })}
            />
            Append the path and query of the request
          </label>
          {step.url.trim() === '' ? null : (
            <p className="dim tiny">
              A request to <code>{SAMPLE_PATH}</code> becomes{' '}
              <code>POST {forwardAddress({ ...step, url: step.url.trim() }, SAMPLE_PATH)}</code>
            </p>
          )}
          {/^\s*https:/i.test(step.url) ? <CertificateChoice step={step} onEdit={onEdit} /> : null}
          <p className="dim tiny">
            Your server gets the same method, headers and bytes. If it does not respond in time, the sender
            gets no response either. If it cannot be reached, the connection breaks.
          </p>
        </div>
      )
    default:
      return assertNever(step.kind)
  }
}

function CertificateChoice({ step, onEdit }: Pick<StepFieldsProps, 'step' | 'onEdit'>) {
  const name = useId()
  const choice = (verifyCertificate: boolean, label: string, consequence: string) => (
    <label className="radio">
      <input
        type="radio"
        name={name}
        checked={step.verifyCertificate === verifyCertificate}
        onChange={() => onEdit({ verifyCertificate })}
      />
      <span>
        {label} <span className="mid">{consequence}</span>
      </span>
    </label>
  )
  return (
    <div className="ar-certificate" role="radiogroup" aria-label="Certificate of your server">
      {choice(
        true,
        'Check its certificate.',
        'A self-signed certificate, or one for another name, breaks the connection.',
      )}
      {choice(false, 'Accept any certificate.', 'For your own test servers with self-signed certificates.')}
      {step.verifyCertificate ? null : (
        <Notice tone="amber" title="The identity of this server is not checked.">
          Anyone who listens at this address or sits in between can read the message and write the response.
        </Notice>
      )}
    </div>
  )
}

/** A line that is being typed. */
export interface TypedScript {
  readonly text: string
  /** The answers when typing started: what the line does not say is copied from them. */
  readonly from: readonly StepDraft[]
  /** The field was left, or saving was attempted, since the last key: only then errors are shown. */
  readonly isChecked: boolean
}

interface ScriptFieldProps {
  readonly steps: readonly StepDraft[]
  readonly typed: TypedScript | null
  /** `steps` null: the line cannot be read yet. */
  readonly onType: (typed: TypedScript, steps: readonly StepDraft[] | null) => void
  /** The line was left. */
  readonly onLeave: () => void
}

/** Why the line cannot be read; null where it can. */
export function scriptError(typed: TypedScript | null): string | null {
  return typed === null ? null : readScript(typed.text, typed.from).error
}

/** The line once it was left, or saving was attempted. */
export function checked(typed: TypedScript | null): TypedScript | null {
  return typed === null ? null : { ...typed, isChecked: true }
}

/** All answers in one line, for fast typing. */
export function ScriptField({ steps, typed, onType, onLeave }: ScriptFieldProps) {
  const error = typed?.isChecked === true ? scriptError(typed) : null
  return (
    <Field
      label="As one line"
      help={
        <>
          Comma-separated: a status, <code>never</code>, <code>reset</code> or <code>pass on</code>. Delay:{' '}
          <code>200 after 12 s</code>.
        </>
      }
      error={error}
    >
      {(control) => (
        <input
          {...control}
          className="input mono"
          value={typed?.text ?? scriptText(steps)}
          placeholder="500, 500, 200"
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            const next = { text: event.target.value, from: typed?.from ?? steps, isChecked: false }
            onType(next, readScript(next.text, next.from).steps)
          }}
          onBlur={onLeave}
        />
      )}
    </Field>
  )
}
