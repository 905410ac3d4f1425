import { type ReactNode, useId } from 'react'
import type { MethodName } from '#protocol/methods'
import { verdictLook } from '#window/message-view/callback-words'
import { Button } from '#window/ui/Button.tsx'
import { NotedChoice, SelectField, TextField } from '#window/ui/Field.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { isSigned, type MessageDraft } from './message-draft'
import type { Outgoing, OutgoingError } from './use-outgoing'
import type { ProjectId } from '#domain/ids'

const SIGNINGS: readonly {
  readonly value: MessageDraft['signing']
  readonly label: string
  readonly help: (projectId: ProjectId) => string
}[] = [
  { value: 'resign', label: 'Re-sign', help: (projectId) => `with the secret of ${projectId.toString()}` },
  { value: 'keep', label: 'Keep', help: () => 'as it is in the body' },
  { value: 'omit', label: 'Omit', help: () => 'no signature key' },
  { value: 'corrupt', label: 'Corrupt', help: () => 'one character changed' },
  { value: 'own', label: 'Own value', help: () => 'any text that you enter' },
]

const PLACES = [
  { value: 'asIs', label: 'As in the body' },
  { value: 'top', label: 'Top level' },
  { value: 'general', label: 'In general' },
] as const

const METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE']

interface SendFormProps {
  readonly draft: MessageDraft
  readonly onChange: (change: Partial<MessageDraft>) => void
  readonly outgoing: Outgoing
  readonly projectId: ProjectId
  /** Addresses that a message may go to. */
  readonly targets: readonly string[]
  readonly busy: boolean
  readonly sendLabel: string
  /** What sending calls. */
  readonly does: MethodName
  readonly onSend: () => void
  readonly children?: ReactNode
}

const errorOf = (error: OutgoingError | null, field: string): string | null =>
  error?.field === field ? error.message : null

function Target({ draft, onChange, outgoing, targets }: SendFormProps) {
  const list = useId()
  return (
    <TextField
      label="Target"
      error={errorOf(outgoing.error, 'target')}
      className="input mono"
      list={list}
      spellCheck={false}
      placeholder="http://127.0.0.1:8080/callbacks"
      title={draft.target}
      value={draft.target}
      onText={(target) => onChange({ target })}
    >
      <Suggestions id={list} values={targets} />
    </TextField>
  )
}

function Method({ draft, onChange, outgoing }: SendFormProps) {
  const list = useId()
  return (
    <TextField
      label="Method"
      error={errorOf(outgoing.error, 'method')}
      className="input mono"
      list={list}
      spellCheck={false}
      value={draft.method}
      onText={(method) => onChange({ method: method.toUpperCase() })}
    >
      <Suggestions id={list} values={METHODS} />
    </TextField>
  )
}

function Suggestions({ id, values }: { readonly id: string; readonly values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}

function Place({ draft, onChange, outgoing }: SendFormProps) {
  return (
    <SelectField
      label="Place of the signature"
      error={errorOf(outgoing.error, 'place')}
      value={draft.place}
      options={PLACES}
      onChange={(place) => onChange({ place })}
    />
  )
}

function Signing({ draft, onChange, outgoing, projectId }: SendFormProps) {
  return (
    <NotedChoice
      look="field"
      legend="Signature"
      value={draft.signing}
      options={SIGNINGS.map(({ value, label, help }) => ({
        value,
        label,
        note: help(projectId),
        disabled: draft.keepsBytes && value !== 'keep',
      }))}
      onChange={(signing) => onChange({ signing })}
    >
      {draft.signing === 'own' ? (
        <TextField
          label="Value of the signature"
          error={errorOf(outgoing.error, 'signature')}
          className="input mono"
          spellCheck={false}
          value={draft.signature}
          onText={(signature) => onChange({ signature })}
        />
      ) : null}
    </NotedChoice>
  )
}

/** The result of verifying the message at the receiver. */
function Verdict({ outgoing }: { readonly outgoing: Outgoing }) {
  const { preview, error, pending } = outgoing
  if (error !== null) {
    return (
      <p className="stack small wrap" role="status">
        <span className="state" data-hue="red">
          <Icon name="state-error" small />
          cannot be sent
        </span>
        <span>{error.message}</span>
      </p>
    )
  }
  if (preview === null) return <p className="stack small wrap dim">Checking what will be sent…</p>
  const look = verdictLook(preview.signature.state)
  return (
    <p className="stack small wrap" role="status" aria-busy={pending}>
      <span className="state" data-hue={look.hue}>
        <Icon name={look.icon} small />
        signature {look.word}
      </span>
      <span className="dim">{preview.signature.explanation}</span>
    </p>
  )
}

/** Where a message goes, how it is signed, and whether the signature will be valid. */
export function SendForm(props: SendFormProps) {
  const { outgoing, busy, sendLabel, does, onSend, children } = props
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
      <div className="rp-how scroll">
        <Target {...props} />
        <Signing {...props} />
        <div className="rp-pair">
          <Method {...props} />
          {isSigned(props.draft.signing) ? <Place {...props} /> : null}
        </div>
        {children}
      </div>
      <div className="stack rp-send">
        <label className="check" title="By the retry schedule, like a callback">
          <input
            type="checkbox"
            checked={props.draft.repeat}
            onChange={(event) => props.onChange({ repeat: event.target.checked })}
          />
          <span>Retry until the response is 200</span>
        </label>
        <Verdict outgoing={outgoing} />
        <Button look="primary" size="large" keys="Ctrl Enter" submit does={does} disabled={busy}>
          {sendLabel}
        </Button>
      </div>
    </form>
  )
}
