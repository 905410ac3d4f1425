import type { BenchClient } from '#protocol/client'
import type { CallbackDetail } from '#protocol/messages'
import { shownCallback, shownExchange, type ShownMessage } from '#window/message-view/shown-message'
import { type MessageReference, referenceKey } from '#window/navigation/message-reference'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import { Button } from '#window/ui/Button.tsx'
import { setSignature } from './signature-store'

const MAX_SHOWN = 100_000

async function pickedCallback(
  bench: BenchClient,
  callback: CallbackDetail,
  index: number | undefined,
): Promise<ShownMessage> {
  const outline = index === undefined ? undefined : callback.attempts[index]
  if (outline?.withheldBytes === undefined) return shownCallback(callback, outline)
  const whole = await bench.call('callbacks.attempt', { id: callback.id, seq: outline.seq })
  const attempts = callback.attempts.map((attempt) => (attempt === outline ? whole : attempt))
  return shownCallback({ ...callback, attempts }, whole)
}

/** The message that was picked, as text; it can be taken over into the box and changed there. */
export function PickedText({ message }: { readonly message: MessageReference }) {
  const bench = useBench()
  const { value, error } = useFetched(referenceKey(message), async (): Promise<ShownMessage> => {
    switch (message.type) {
      case 'callback':
        return pickedCallback(bench, await bench.call('callbacks.get', { id: message.id }), message.attempt)
      case 'capture':
        return shownExchange(await bench.call('captures.get', { id: message.id }))
      case 'exchange':
        return shownExchange(await bench.call('exchanges.get', { id: message.id }))
    }
  })
  if (error !== null) return <p className="sg-pick-note sg-bad">{error}</p>
  if (value === null) return <p className="sg-pick-note dim">Loading…</p>
  const body = value.request.body.text
  const text = value.head + (body ?? '')
  const edit = (): void =>
    setSignature({ source: 'paste', text, ...(message.type === 'exchange' ? {} : { surface: 'callback' }) })
  return (
    <>
      <div className="section-head">
        <h2>Message</h2>
        <span className="note clip">
          {value.request.method} {value.request.target}
          {message.attempt === undefined ? '' : `, as attempt ${(message.attempt + 1).toString()} sent it`}
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
