import type { ReactNode } from 'react'
import type { ExchangeDetail, CallbackDetail } from '#protocol/messages'
import { AnnotationLine, Marks, NoteNotice } from './Marks'
import type { MessageReference } from '#window/navigation/views'
import { useVirtualNow } from '#window/state/clock'
import { Button } from '#window/ui/Button.tsx'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { Failure, Notice } from '#window/ui/Notice.tsx'
import { Badge, callbackLook } from '#window/ui/StatusMark.tsx'
import { formatClockMs, parseTime } from '#window/lib/time'
import { MerchantResponses, ResponsePanel } from './Responses'
import { callbackStateWord, callbackTitle, verdictLook } from './callback-words'
import { MessageTabs } from './MessageTabs'
import { MissingNotice } from './UnreadDetail'
import { isGoodStatus, shownCallback, shownExchange, shownResponse } from './shown-message'
import { useCallbackDetail, useExchangeDetail, useWholeAttempt } from './use-message'
import { curlOf } from './wire'
import './message-view.css'
import { AsReceived } from './AsReceived'
import { useChosenAttempt } from '#window/state/session-memory'

interface MessagePaneProps {
  readonly reference: MessageReference
  /** Without it the pane cannot be closed. */
  readonly onClose?: (() => void) | undefined
  readonly actions?: ReactNode
  readonly actionsOf?: (exchange: ExchangeDetail) => ReactNode
  readonly edit?: ReactNode
}

interface HeadProps {
  readonly title: string
  readonly mark?: ReactNode
  readonly meta: ReactNode
  readonly curl: string | null
  readonly onClose?: (() => void) | undefined
  readonly actions?: ReactNode
}

function Head({ title, mark, meta, curl, onClose, actions }: HeadProps) {
  // A pane outside a payment follows the page's heading, one inside it follows the payment's.
  const Heading = onClose === undefined ? 'h2' : 'h3'
  return (
    <header className={onClose === undefined ? 'row detail-head' : 'row msg-head'}>
      <div className="grow">
        <div className="row">
          <Heading className={onClose === undefined ? 'pane-title' : undefined}>{title}</Heading>
          {mark}
        </div>
        <p className="small mid facts msg-meta">{meta}</p>
      </div>
      {actions}
      {curl === null ? null : <CopyButton text={curl} what="message as curl" label="Copy as curl" />}
      {onClose === undefined ? null : (
        <Button look="quiet" size="small" icon="close" aria-label="Close message" onClick={onClose} />
      )}
    </header>
  )
}

interface PaneProps extends Omit<MessagePaneProps, 'reference'> {
  readonly id: string
}

interface PendingProps extends Pick<PaneProps, 'id' | 'onClose'> {
  readonly error: string | null
  readonly isMissing: boolean
}

function Pending({ id, error, isMissing, onClose }: PendingProps) {
  return (
    <>
      <Head title="Message" meta={error === null ? 'Loading…' : null} curl={null} onClose={onClose} />
      <div className="msg-refusal">
        {isMissing ? (
          <MissingNotice label="Message" id={id} />
        ) : (
          <Failure title="This message could not be read." error={error} />
        )}
      </div>
    </>
  )
}

function CallbackPane({ id, onClose, actions }: PaneProps) {
  const { value: callback, error, isMissing } = useCallbackDetail(id)
  const now = useVirtualNow()
  if (callback === null) return <Pending id={id} error={error} isMissing={isMissing} onClose={onClose} />
  return (
    <>
      <Head
        title={callbackTitle(callback.kind)}
        mark={
          <Badge look={callbackLook(callback)} small>
            {callbackStateWord(callback, now)}
          </Badge>
        }
        meta={
          <>
            <code title={callback.target ?? 'nowhere'}>
              {callback.method} {callback.target ?? 'nowhere'}
            </code>
            {callback.note === undefined ? null : <span className="fix">{callback.note}</span>}
            <span className="fix">signature {verdictLook(callback.signature.state).word}</span>
          </>
        }
        curl={
          callback.target === null ? null : curlOf(shownCallback(callback, callback.attempts.at(-1)).request)
        }
        onClose={onClose}
        actions={actions}
      />
      <AnnotationLine about={{ kind: 'callback', id: callback.id }} annotation={callback.annotation} />
      <CallbackMessage callback={callback} />
    </>
  )
}

function ExchangePane(props: PaneProps & { readonly type: 'exchange' | 'capture' }) {
  const { type, id, onClose, actions, actionsOf, edit } = props
  const title = type === 'capture' ? 'Captured request' : 'API call'
  const { value: exchange, error, isMissing } = useExchangeDetail(type, id)
  if (exchange === null) return <Pending id={id} error={error} isMissing={isMissing} onClose={onClose} />
  const message = shownExchange(exchange)
  const { refusal } = exchange
  return (
    <>
      <Head
        title={title}
        mark={
          <span className={`http ${isGoodStatus(exchange.source, exchange.status) ? 'ok' : 'bad'}`}>
            {exchange.status ?? 'no response'}
          </span>
        }
        meta={
          <>
            <code title={`${exchange.method} ${exchange.path}`}>
              {exchange.method} {exchange.path}
            </code>
            <span className="fix">{formatClockMs(parseTime(exchange.receivedAt))}</span>
            <span className="fix msg-opt">
              HTTP/{exchange.httpVersion}
              {exchange.tlsVersion === undefined ? '' : `, ${exchange.tlsVersion}`}
            </span>
            <span className="fix">signature {verdictLook(exchange.signature.state).word}</span>
          </>
        }
        curl={curlOf(message.request)}
        onClose={onClose}
        actions={actionsOf === undefined ? actions : actionsOf(exchange)}
      />
      {refusal === undefined ? null : (
        <Notice
          className="msg-refusal"
          tone="red"
          title={`Refused with code ${refusal.code}: ${refusal.message}`}
        >
          {refusal.field === undefined ? undefined : (
            <>
              The field is <code>{refusal.field}</code>.
            </>
          )}
        </Notice>
      )}
      <AnnotationLine about={{ kind: 'exchange', id: exchange.id }} annotation={exchange.annotation} />
      {exchange.note === undefined ? null : <NoteNotice note={exchange.note} />}
      <Marks label="Changes to this message" marks={exchange.marks} />
      <MessageTabs
        label={title}
        message={message}
        edit={edit}
        response={{
          content: (
            <ResponsePanel
              response={shownResponse(exchange)}
              missing="The connection ended without a response."
            />
          ),
        }}
      />
    </>
  )
}

/** One message with its exact bytes, in its own pane. Esc closes it. */
export function MessagePane({ reference: { type, id }, ...pane }: MessagePaneProps) {
  const { onClose } = pane
  return (
    <section
      className="column fill msg"
      aria-label="Message"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || onClose === undefined) return
        event.stopPropagation()
        onClose()
      }}
    >
      {type === 'callback' ? (
        <CallbackPane key={id} id={id} {...pane} />
      ) : (
        <ExchangePane key={id} id={id} type={type} {...pane} />
      )}
    </section>
  )
}

function CallbackMessage({ callback: outlined }: { readonly callback: CallbackDetail }) {
  const [selected, select] = useChosenAttempt(outlined)
  const { callback, reading } = useWholeAttempt(outlined, selected)
  return (
    <MessageTabs
      label="Callback"
      message={shownCallback(callback, callback.attempts[selected])}
      received={<AsReceived callback={callback} attempt={callback.attempts[selected]} />}
      response={{
        count: callback.attempts.length,
        content: (
          <MerchantResponses callback={callback} reading={reading} selected={selected} onSelect={select} />
        ),
      }}
    />
  )
}
