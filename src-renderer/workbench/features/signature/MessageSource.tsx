import { useMemo, useState } from 'react'
import { type MessageReference, referenceKey } from '#window/navigation/views'
import { Choice, SelectField, TextField } from '#window/ui/Field.tsx'
import { useProjectFilter, useProjects } from '#window/state/info'
import { Button } from '#window/ui/Button.tsx'
import { Secret } from '#window/ui/CopyButton.tsx'
import { holdsCardData, setSignature, showExample, type SurfaceChoice, useSignature } from './signature-store'
import type { ProjectId } from '#domain/ids'
import type { BenchClient } from '#protocol/client'
import type { CallbackDetail } from '#protocol/messages'
import { shownCallback, shownExchange, type ShownMessage } from '#window/message-view/shown-message'
import { useFetched } from '#window/message-view/use-fetched'
import { useReloadOn, withAttempt } from '#window/message-view/use-message'
import { callbackTitle, verdictLook } from '#window/message-view/callback-words'
import { scopeOf } from '#window/list/use-live-list'
import { useBench } from '#window/state/bench'

const SURFACE_OPTIONS: readonly { readonly value: SurfaceChoice; readonly label: string }[] = [
  { value: 'auto', label: 'Detect automatically' },
  { value: 'api', label: 'API request' },
  { value: 'callback', label: 'Callback' },
  { value: 'form', label: 'Form' },
]

const KIND_WORDS = { json: 'JSON', query: 'query string', form: 'form-encoded' } as const

interface MessageSourceProps {
  readonly kind: keyof typeof KIND_WORDS | null
  readonly projectId: ProjectId | null
  readonly error: string | null
}

function KeyChoice({ projectId }: { readonly projectId: ProjectId | null }) {
  const projects = useProjects()
  const { key, secret } = useSignature()
  const owner = projects.find((project) => project.projectId === (typeof key === 'number' ? key : projectId))
  return (
    <>
      <SelectField
        label="Secret of"
        value={String(key)}
        options={[
          { value: 'auto', label: 'the project in the message' },
          ...projects.map((project) => ({
            value: String(project.projectId),
            label: `${String(project.projectId)} ${project.name}`,
          })),
          { value: 'typed', label: 'no project: type it…' },
        ]}
        onChange={(value) =>
          setSignature({ key: value === 'auto' || value === 'typed' ? value : Number(value) })
        }
      />
      {key === 'typed' ? (
        <TextField
          label="Secret"
          help="Stays in this window and is not saved."
          className="input mono"
          type="password"
          value={secret}
          maxLength={255}
          onText={(text) => setSignature({ secret: text })}
        />
      ) : owner === undefined ? null : (
        <div className="field">
          <span className="field-label">Secret</span>
          <Secret secret={owner.secret} what={`secret of project ${String(owner.projectId)}`} />
        </div>
      )}
    </>
  )
}

export function MessageSource({ kind, projectId, error }: MessageSourceProps) {
  const { source, text, message, surface } = useSignature()
  const isCard = useMemo(() => holdsCardData(text), [text])
  return (
    <section className="pane column" aria-labelledby="sg-title">
      <div className="pane-bar">
        <h1 className="pane-title" id="sg-title">
          Signature
        </h1>
        <span className="grow" />
        <Choice
          label="Source"
          value={source}
          options={[
            { value: 'paste', label: 'Paste' },
            { value: 'message', label: 'Pick a message' },
          ]}
          onChange={(next) => setSignature({ source: next })}
        />
      </div>
      <div className="tiles pad lined">
        <SelectField
          label="Kind"
          value={surface}
          options={SURFACE_OPTIONS}
          onChange={(next) => setSignature({ surface: next })}
        />
        <KeyChoice projectId={projectId} />
      </div>
      {source === 'message' ? (
        <>
          <PickMessage />
          {message === null ? null : <PickedText key={referenceKey(message)} message={message} />}
        </>
      ) : (
        <>
          <div className="section-head">
            <h2 id="sg-text">Message</h2>
            <span className="note">{kind === null ? '' : `read as ${KIND_WORDS[kind]}`}</span>
            <span className="grow" />
            {text === '' ? (
              <Button size="small" onClick={showExample}>
                Load an example
              </Button>
            ) : (
              <Button size="small" look="quiet" onClick={() => setSignature({ text: '' })}>
                Clear
              </Button>
            )}
          </div>
          <textarea
            className="mono sg-text grow"
            aria-labelledby="sg-text"
            aria-invalid={error !== null}
            aria-describedby="sg-fault"
            spellCheck={false}
            autoComplete="off"
            placeholder="Paste a message with its signature: a JSON body, an address or query string, a form-encoded body, or a whole HTTP request"
            value={text}
            onChange={(event) => setSignature({ text: event.target.value })}
          />
        </>
      )}
      <div id="sg-fault" className="row wraps sg-fault" role="status">
        {error === null ? null : <span className="bad">{error}</span>}
        {source === 'paste' && isCard ? (
          <span className="dim">This text contains card data, so it is not saved for your next visit.</span>
        ) : null}
      </div>
    </section>
  )
}

const MAX_OFFERED = 40

function PickMessage() {
  const { message: chosen } = useSignature()
  const [kind, setKind] = useState<MessageReference['type']>(chosen?.type ?? 'exchange')
  const bench = useBench()
  const projectId = useProjectFilter()
  const { value, error, reload } = useFetched(`${kind} ${String(projectId)}`, async () => {
    const params = { ...scopeOf('', projectId), limit: MAX_OFFERED }
    if (kind === 'callback') {
      const { items } = await bench.call('callbacks.list', params)
      return items.map(({ id, kind: title, paymentId, state }) => ({
        value: id,
        label: `${callbackTitle(title)} ${paymentId}, ${state}`,
      }))
    }
    const { items } = await bench.call(kind === 'capture' ? 'captures.list' : 'exchanges.list', params)
    return items.map(({ id, method, path, paymentId = '', signatureState = 'missing' }) => ({
      value: id,
      label: `${method} ${path.split('?', 1)[0] ?? ''} ${paymentId}, ${verdictLook(signatureState).word}`,
    }))
  })
  useReloadOn(({ type }) => ['callback.changed', 'capture.added', 'exchange.added'].includes(type), reload)
  const newest = value ?? []
  const shown = chosen?.type === kind ? chosen.id : ''
  const isListed = shown === '' || newest.some((option) => option.value === shown)
  return (
    <section className="stack pad lined" aria-label="Messages">
      <Choice
        label="Which messages"
        value={kind}
        options={[
          { value: 'exchange', label: 'API and form' },
          { value: 'callback', label: 'Sent' },
          { value: 'capture', label: 'Captured' },
        ]}
        onChange={setKind}
      />
      <SelectField
        label="Newest messages"
        help="The signature tab of every message leads here too."
        error={error}
        value={shown}
        options={[
          { value: '', label: newest.length === 0 ? 'No messages of this kind yet' : 'Choose a message' },
          ...(isListed ? [] : [{ value: shown, label: shown }]),
          ...newest,
        ]}
        onChange={(id) => {
          if (id !== '') setSignature({ message: { type: kind, id } })
        }}
      />
    </section>
  )
}

const MAX_SHOWN = 100_000

async function readCallback(bench: BenchClient, callback: CallbackDetail, index: number | undefined) {
  const outline = index === undefined ? undefined : callback.attempts[index]
  if (outline?.withheldBytes === undefined) return shownCallback(callback, outline)
  const whole = await bench.call('callbacks.attempt', { id: callback.id, seq: outline.seq })
  return shownCallback(withAttempt(callback, whole), whole)
}

/** The picked message as text; it can be copied into the box and changed there. */
function PickedText({ message }: { readonly message: MessageReference }) {
  const bench = useBench()
  const { type, id, attempt } = message
  const { value, error } = useFetched(referenceKey(message), async (): Promise<ShownMessage> =>
    type === 'callback'
      ? readCallback(bench, await bench.call('callbacks.get', { id }), attempt)
      : shownExchange(await bench.call('traffic.get', { id })),
  )
  if (error !== null) return <p className="pad bad">{error}</p>
  if (value === null) return <p className="pad dim">Loading…</p>
  const body = value.request.body.text
  const text = value.head + (body ?? '')
  const edit = (): void =>
    setSignature({ source: 'paste', text, ...(type === 'exchange' ? {} : { surface: 'callback' }) })
  return (
    <>
      <div className="section-head">
        <h2>Message</h2>
        <span className="note clip">
          {value.request.method} {value.request.target}
          {attempt === undefined ? '' : `, as attempt ${attempt + 1} sent it`}
        </span>
        <span className="grow" />
        <Button size="small" onClick={edit}>
          Edit as text
        </Button>
      </div>
      <pre className="code scroll grow wrap sg-text" tabIndex={0} aria-label="Message">
        {text.slice(0, MAX_SHOWN)}
      </pre>
    </>
  )
}
