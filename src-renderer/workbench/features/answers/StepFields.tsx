import { useId } from 'react'
import { assertNever } from '#lib/assert-never'
import { forwardAddress } from '#domain/response-rule/forward-address'
import { Field } from '#window/ui/Field.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import type { StepDraft } from './step-draft'

interface StepFieldsProps {
  readonly step: StepDraft
  readonly errorOf: (field: string) => string | null
  readonly onEdit: (change: Partial<StepDraft>) => void
}

/** The path of callbacks to the merchant listener, unless a project says otherwise. */
const SAMPLE_PATH = '/callbacks'

type TextName = 'status' | 'delay' | 'url' | 'headers' | 'body'

/** The fields of an answer, by its kind. */
export function StepFields({ step, errorOf, onEdit }: StepFieldsProps) {
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
        <div className="ar-step-fields">
          <div className="rule-pair">
            {line('status', 'Status', 'status', '200')}
            {line('delay', 'Delay', 'delayMs', 'at once', 'In real time, for example 1.5 s or 300 ms')}
          </div>
          <div className="rule-pair">
            {area('headers', 'Headers, one per line', 'Retry-After: 60')}
            {area('body', 'Body', 'empty')}
          </div>
        </div>
      )
    case 'silence':
      return <p className="dim ar-note">The connection stays open until the sender times out.</p>
    case 'reset':
      return (
        <div className="ar-step-fields">
          <div className="rule-pair">
            {line('delay', 'Delay', 'delayMs', 'at once', 'In real time, for example 1.5 s or 300 ms')}
          </div>
        </div>
      )
    case 'forward':
      return (
        <div className="ar-step-fields">
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
            <p className="dim ar-note">
              A request to <code>{SAMPLE_PATH}</code> becomes{' '}
              <code>POST {forwardAddress({ ...step, url: step.url.trim() }, SAMPLE_PATH)}</code>
            </p>
          )}
          {/^\s*https:/i.test(step.url) ? <CertificateChoice step={step} onEdit={onEdit} /> : null}
          <p className="dim ar-note">
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
