import { useRef } from 'react'
import { Button } from '#window/ui/Button.tsx'
import { Check, Select, TextArea, TextField } from '#window/ui/Field.tsx'
import { useRowKeys } from '#window/ui/use-row-keys'
import { emptyStep, STEP_OPTIONS, type StepDraft } from './step-draft'
import { assertNever } from '#lib/error-text'
import { forwardAddress, MAX_STEPS } from '#domain/response-rule/response-rule'

interface StepListProps {
  readonly steps: readonly StepDraft[]
  readonly errorOf: (field: string) => string | null
  readonly onSteps: (steps: readonly StepDraft[]) => void
}

const MOVES = [
  { icon: 'up', part: 'up', by: -1 },
  { icon: 'lower', part: 'down', by: 1 },
] as const

export function StepList({ steps, errorOf, onSteps }: StepListProps) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useRowKeys(box, steps.length)
  const error = steps.length === 0 ? errorOf('steps') : null
  return (
    <div ref={box} className="ar-rows">
      <ol className="stack" aria-label="Responses in order">
        {steps.map((step, at) => {
          const number = String(at + 1)
          return (
            <li key={rows.keys[at]} data-row={at} className="stack box" aria-label={`Response ${number}`}>
              <div className="row ar-step-head">
                <span className="dim fix">{number}.</span>
                <Select
                  label={`Type of response ${number}`}
                  value={step.kind}
                  options={STEP_OPTIONS}
                  onChange={(kind) => onSteps(steps.with(at, { ...step, kind }))}
                />
                <span className="grow" />
                {MOVES.map(({ icon, part, by }) => (
                  <Button
                    key={part}
                    look="quiet"
                    size="small"
                    icon={icon}
                    data-part={part}
                    aria-label={`Move response ${number} ${part}`}
                    disabled={steps[at + by] === undefined || at + by < 0}
                    onClick={() => {
                      rows.move(at, at + by)
                      onSteps(steps.toSpliced(at, 1).toSpliced(at + by, 0, step))
                    }}
                  />
                ))}
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
    </div>
  )
}

interface StepFieldsProps {
  readonly step: StepDraft
  readonly errorOf: (field: string) => string | null
  readonly onEdit: (change: Partial<StepDraft>) => void
}

const SAMPLE_PATH = '/callbacks'

type TextName = 'status' | 'delay' | 'url' | 'headers' | 'body'

function StepFields({ step, errorOf, onEdit }: StepFieldsProps) {
  const typed = (name: TextName, label: string, placeholder: string, field: string = name) => ({
    label,
    error: errorOf(field),
    className: 'input mono',
    placeholder,
    spellCheck: false,
    value: step[name],
    onText: (text: string) => onEdit({ [name]: text }),
  })
  const firstLine = (
    <div className="halves">
      {step.kind === 'reply' ? <TextField {...typed('status', 'Status', '200')} /> : null}
      <TextField
        {...typed('delay', 'Delay', 'at once', 'delayMs')}
        help="In real time, for example 1.5 s or 300 ms"
      />
    </div>
  )
  switch (step.kind) {
    case 'reply':
      return (
        <>
          {firstLine}
          <div className="halves">
            <TextArea rows={2} {...typed('headers', 'Headers, one per line', 'Retry-After: 60')} />
            <TextArea rows={2} {...typed('body', 'Body', 'empty')} />
          </div>
        </>
      )
    case 'silence':
      return <p className="dim tiny">The connection stays open until the sender times out.</p>
    case 'reset':
      return firstLine
    case 'forward':
      return (
        <>
          <TextField
            {...typed('url', 'Address of your server', 'https://localhost:8443/payments/callback')}
          />
          <Check checked={step.appendPath} onChange={(appendPath) => onEdit({ appendPath })}>
            Append the path and query of the request
          </Check>
          {step.url.trim() === '' ? null : (
            <p className="dim tiny">
              A request to <code>{SAMPLE_PATH}</code> becomes{' '}
              <code>POST {forwardAddress({ ...step, url: step.url.trim() }, SAMPLE_PATH)}</code>
            </p>
          )}
          {/^\s*https:/i.test(step.url) ? (
            <Check checked={!step.verifyCertificate} onChange={(on) => onEdit({ verifyCertificate: !on })}>
              Accept any certificate{' '}
              <span className="help">
                Only for your own test servers: anyone who controls this address or the network path to it can
                read the message and forge the response.
              </span>
            </Check>
          ) : null}
          <p className="dim tiny">
            Your server gets the same method, headers and bytes. If it does not respond in time, the sender
            gets no response either. If your server cannot be reached, the sender’s connection is reset.
          </p>
        </>
      )
    default:
      return assertNever(step.kind)
  }
}
