import { useMemo } from 'react'
import type { CallbackAttempt, CallbackDetail } from '#protocol/messages'
import { openMessageOnPage } from '#window/navigation/views'
import { SideBySide } from '#window/editor/LazyEditor.tsx'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { formatClockMs, parseTime } from '#window/lib/time'
import { LayoutChoice } from './JsonBody'
import { shownCallback, shownExchange, type ShownMessage, textOfBase64, useMessageTab } from './shown-message'
import { RawText } from './RawText'
import { useFetched } from './use-fetched'
import { useReloadOn } from './use-message'
import { useBench } from '#window/state/bench'
import type { ExchangeId } from '#domain/ids'
import { layOutJson } from '#lib/json/layout'

interface AsReceivedProps {
  readonly callback: CallbackDetail
  readonly attempt: CallbackAttempt | undefined
}

const NAMES = ['As sent', 'As received'] as const

function Bytes({ message, label }: { readonly message: ShownMessage; readonly label: string }) {
  const { head, base64 } = bytesOf(message)
  return (
    <section className="msg-side scroll" aria-label={label}>
      <h4 className="h-sec pad">{label}</h4>
      {head === '' ? null : <RawText text={head} label={`${label}: head`} />}
      <RawText text={null} base64={base64} label={`${label}: bytes`} />
    </section>
  )
}

function Compared({ sent, received }: { readonly sent: ShownMessage; readonly received: ShownMessage }) {
  const { exact } = useMessageTab()
  const texts = useMemo(() => textsOf(sent, received, exact), [sent, received, exact])
  return texts === null ? (
    <div className="fill halves">
      <Bytes message={sent} label={NAMES[0]} />
      <Bytes message={received} label={NAMES[1]} />
    </div>
  ) : (
    <SideBySide before={texts.sent} after={texts.received} names={NAMES} />
  )
}

interface CapturedProps extends AsReceivedProps {
  readonly captureId: ExchangeId
}

function Captured({ callback, attempt, captureId }: CapturedProps) {
  const bench = useBench()
  const { value, error, reload } = useFetched(captureId, () => bench.call('captures.get', { id: captureId }))
  useReloadOn((event) => event.type === 'capture.changed' && event.capture.id === captureId, reload)
  const sent = useMemo(() => shownCallback(callback, attempt), [callback, attempt])
  const received = useMemo(() => (value === null ? null : shownExchange(value)), [value])
  if (error !== null && received === null) return <p className="pad note">{error}</p>
  if (value === null || received === null) return <div className="grow" aria-busy="true" />
  const onlyExact = sent.request.body.text === null || received.request.body.text === null
  return (
    <>
      <div className="bar small">
        <LayoutChoice label="Layout of both messages" onlyExact={onlyExact} />
        <span className="grow" role="status">
          {arrivalWords(sent, received)}
        </span>
        <span className="dim nowrap msg-opt">{formatClockMs(parseTime(value.receivedAt))}</span>
        <Button size="small" icon="download" onClick={() => openMessageOnPage('captured', captureId)}>
          <span className="b-t">Open the capture</span>
        </Button>
      </div>
      {value.note === undefined ? null : <Notice title={value.note} />}
      <Compared sent={sent} received={received} />
    </>
  )
}

export function AsReceived({ callback, attempt }: AsReceivedProps) {
  if (attempt === undefined) return <p className="pad note">Nothing was sent yet, so nothing was received.</p>
  const { captureId } = attempt
  if (captureId !== undefined) {
    return <Captured key={captureId} callback={callback} attempt={attempt} captureId={captureId} />
  }
  const target = attempt.target ?? callback.target
  return (
    <p className="pad note">
      The merchant listener of Paybench did not receive this attempt
      {target === null ? '' : `, which went to ${target}`}. To see what your own server gets, send the
      callbacks to the merchant listener and pass them on with a response rule.
    </p>
  )
}

/** Compares a sent message with its capture byte by byte; the listener decodes a chunked body. */
export function arrivalWords(sent: ShownMessage, received: ShownMessage): string {
  const isSameHead = sent.head === received.head
  const [one, other] = [sent.request.body, received.request.body]
  const isSameBody =
    one.text === null || other.text === null ? one.base64 === other.base64 : one.text === other.text
  const chunks = received.joinedChunks ? ' The listener stores the body without chunk framing.' : ''
  if (isSameHead && isSameBody) return `Received byte for byte as it was sent.${chunks}`
  if (isSameBody) return `The body arrived byte for byte as sent; the head did not.${chunks}`
  if (isSameHead) return `The head arrived as sent; the body did not.${chunks}`
  return `Neither head nor body arrived as sent.${chunks}`
}

/** Both messages as text, as written or with their JSON laid out; null if either body is not text. */
export function textsOf(sent: ShownMessage, received: ShownMessage, exact: boolean) {
  const before = exact && sent.wireBase64 !== undefined ? textOfBase64(sent.wireBase64) : textOf(sent, exact)
  const after = textOf(received, exact)
  return before === null || after === null ? null : { sent: before, received: after }
}

function textOf({ head, request }: ShownMessage, exact: boolean): string | null {
  const { text } = request.body
  if (text === null) return null
  return head + (exact ? text : (layOutJson(text) ?? text))
}

/** The bytes to list if either body is not text: those written to the connection, or head and body. */
export function bytesOf({ head, request, wireBase64 }: ShownMessage): { head: string; base64: string } {
  return wireBase64 === undefined ? { head, base64: request.body.base64 } : { head: '', base64: wireBase64 }
}
