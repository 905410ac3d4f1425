import type { ReactNode } from 'react'
import type { MethodName } from '#protocol/methods'
import { verdictLook } from '#window/message-view/callback-words'
import { Button } from '#window/ui/Button.tsx'
import { Check, NotedChoice, SelectField, TextField } from '#window/ui/Field.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { isSigned, type MessageDraft, type Outgoing } from './message-draft'
import type { ProjectId } from '#domain/ids'

const PLACES = [
  { value: 'asIs', label: 'As in the body' },
  { value: 'top', label: 'Top level' },
  { value: 'general', label: 'Inside general' },
] as const

const METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE']

interface SendFormProps {
  readonly draft: MessageDraft
  readonly onChange: (change: Partial<MessageDraft>) => void
  readonly outgoing: Outgoing
  readonly projectId: ProjectId
  readonly targets: readonly string[]
  readonly sendLabel: string
  readonly does: MethodName
  readonly onSend: () => void
  readonly children?: ReactNode
}

function Verdict({ outgoing }: { readonly outgoing: Outgoing }) {
  const { preview, error, pending } = outgoing
  if (error === null && preview === null) {
    return <p className="stack small wrap dim">Checking what will be sent…</p>
  }
  const signature = error === null ? preview?.signature : undefined
  const look =
    signature === undefined ? ({ icon: 'state-error', hue: 'red' } as const) : verdictLook(signature.state)
  return (
    <p className="stack small wrap" role="status" aria-busy={pending}>
      <span className="state" data-hue={look.hue}>
        <Icon name={look.icon} small />
        {'word' in look ? `signature ${look.word}` : 'cannot be sent'}
      </span>
      {signature?.dialect === 'REF' ? null : (
        <span className={signature === undefined ? undefined : 'dim'}>
          {signature?.explanation ?? error?.message}
        </span>
      )}
    </p>
  )
}

export function SendForm(props: SendFormProps) {
  const { draft, onChange, outgoing, projectId, targets, onSend } = props
  const errorOf = (field: string): string | null =>
    outgoing.error?.field === field ? outgoing.error.message : null
  const text = (field: 'target' | 'method' | 'signature', label: string, suggestions?: readonly string[]) => (
    <TextField
      label={label}
      error={errorOf(field)}
      className="input mono"
      spellCheck={false}
      {...(suggestions === undefined ? {} : { suggestions: suggestions.map((value) => ({ value })) })}
      {...(field === 'target' ? { placeholder: 'http://127.0.0.1:8080/callbacks', title: draft.target } : {})}
      value={draft[field]}
      onText={(value) => onChange({ [field]: field === 'method' ? value.toUpperCase() : value })}
    />
  )
  const signings = [
    { value: 'resign', label: 'Re-sign', note: `with the secret of project ${projectId}` },
    { value: 'keep', label: 'Keep', note: 'as it is in the body' },
    { value: 'omit', label: 'Omit', note: 'no signature key' },
    { value: 'corrupt', label: 'Corrupt', note: 'one character changed' },
    { value: 'own', label: 'Custom value', note: 'any text that you enter' },
  ] as const
  return (
    <form
      className="column rp-side"
      aria-label="How to send"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <div className="stack fill rp-how scroll">
        {text('target', 'Target', targets)}
        <NotedChoice
          look="field"
          legend="Signature"
          value={draft.signing}
          options={signings.map((option) => ({
            ...option,
            disabled: draft.keepsBytes && option.value !== 'keep',
          }))}
          onChange={(signing) => onChange({ signing })}
        >
          {draft.signing === 'own' ? text('signature', 'Value of the signature') : null}
        </NotedChoice>
        <div className="rp-pair">
          {text('method', 'Method', METHODS)}
          {isSigned(draft.signing) ? (
            <SelectField
              label="Place of the signature"
              error={errorOf('place')}
              value={draft.place}
              options={PLACES}
              onChange={(place) => onChange({ place })}
            />
          ) : null}
        </div>
        {props.children}
      </div>
      <div className="stack pad lined-above">
        <Check
          title="On the retry schedule, like a callback"
          checked={draft.repeat}
          onChange={(repeat) => onChange({ repeat })}
        >
          Retry until the response is 200
        </Check>
        <Verdict outgoing={outgoing} />
        <Button look="primary" size="large" keys="Ctrl Enter" submit does={props.does}>
          {props.sendLabel}
        </Button>
      </div>
    </form>
  )
}
