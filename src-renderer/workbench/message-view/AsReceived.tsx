import { useMemo } from 'react'
import type { CallbackAttempt, CallbackDetail } from '#protocol/messages'
import { openMessageOnPage } from '#window/navigation/callback-view'
import { SideBySide } from '#window/editor/LazyEditor.tsx'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { formatClockMs, parseTime } from '#window/lib/time'
import { LayoutChoice } from './LayoutChoice'
import { useMessageTab } from './message-tab'
import { RawText } from './RawText'
import { arrivalOf, arrivalWords, bytesOf, textsOf } from './received'
import { shownCallback, shownExchange, type ShownMessage } from './shown-message'
import { useExchangeDetail } from './use-message'
import type { ExchangeId } from '#domain/ids'

interface AsReceivedProps {
  readonly callback: CallbackDetail
  /** The attempt that is looked at; undefined where none was made. */
  readonly attempt: CallbackAttempt | undefined
}

const NAMES = ['As sent', 'As received'] as const

function Bytes({ message, label }: { readonly message: ShownMessage; readonly label: string }) {
  const { head, base64 } = bytesOf(message)
  return (
    <section className="msg-side scroll" aria-label={label}>
      <h4>{label}</h4>
      {head === '' ? null : <RawText text={head} label={`${label}: head`} />}
      <RawText text={null} base64={base64} label={`${label}: bytes`} />
    </section>
  )
}

function Compared({ sent, received }: { readonly sent: ShownMessage; readonly received: ShownMessage }) {
  const { exact } = useMessageTab()
  const texts = useMemo(() => textsOf(sent, received, exact), [sent, received, exact])
  return texts === null ? (
    <div className="fill msg-sides">
      <Bytes message={sent} label={NAMES[0]} />
      <Bytes message={received} label={NAMES[1]} />
    </div>
  ) : (
    <SideBySide before={texts.sent} after={texts.received} names={NAMES} />
  )
}

function Captured({
  callback,
  attempt,
  captureId,
}: {
  readonly callback: CallbackDetail
  readonly attempt: CallbackAttempt
  readonly captureId: ExchangeId
}) {
  const { value, error } = useExchangeDetail('capture', captureId)
  const sent = useMemo(() => shownCallback(callback, attempt), [callback, attempt])
  const received = useMemo(() => (value === null ? null : shownExchange(value)), [value])
  if (error !== null && received === null) return <p className="msg-empty">{error}</p>
  if (value === null || received === null) return <div className="grow" aria-busy="true" />
  const onlyExact = sent.request.body.text === null || received.request.body.text === null
  return (
    <>
      <div className="bar small msg-bar">
        <LayoutChoice label="Layout of both messages" onlyExact={onlyExact} />
        <span className="grow" role="status">
          {arrivalWords(arrivalOf(sent, received))}
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

/** What was sent beside what the merchant listener received of it. */
export function AsReceived({ callback, attempt }: AsReceivedProps) {
  if (attempt === undefined)
    return <p className="msg-empty">Nothing was sent yet, so nothing was received.</p>
  const { captureId } = attempt
  if (captureId !== undefined) {
    return <Captured key={captureId} callback={callback} attempt={attempt} captureId={captureId} />
  }
  const target = attempt.target ?? callback.target
  return (
    <p className="msg-empty">
      The merchant listener of Paybench did not receive this attempt
      {target === null ? '' : `, which went to ${target}`}. To see what your own server gets, send the
      callbacks to the merchant listener and pass them on with a response rule.
    </p>
  )
}
