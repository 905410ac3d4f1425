import type { CallbackAttempt, CallbackDetail } from '#protocol/messages'
import { AnnotationLine, Marks } from '#window/message-view/Marks.tsx'
import { MerchantResponses } from '#window/message-view/Responses.tsx'
import { AsReceived } from '#window/message-view/AsReceived.tsx'
import { callbackStateWord, callbackTitle, verdictLook } from '#window/message-view/callback-words'
import { useChosenAttempt } from '#window/state/session-memory'
import { shownCallback, useMessageTab, wireText } from '#window/message-view/shown-message'
import { MessageTabs } from '#window/message-view/MessageTabs.tsx'
import { useCallbackDetail, useWholeAttempt } from '#window/message-view/use-message'
import { curlOf } from '#window/message-view/wire'
import { ChecksPanel, useChecks } from '#window/features/checks/ChecksPanel.tsx'
import { beginRuleLike } from '#window/features/faults/fault-commands'
import { ReplayPane } from '#window/features/replay/ReplayPane.tsx'
import { RetryBar } from '#window/features/retries/RetryBar.tsx'
import { useVirtualNow } from '#window/state/clock'
import { setPlace } from '#window/state/preferences'
import { Button } from '#window/ui/Button.tsx'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { Badge, callbackLook } from '#window/ui/StatusMark.tsx'
import { formatBytes } from '#window/lib/time'
import { AttemptAxis } from './AttemptAxis'
import { openMessageOnPage, openPayment } from '#window/navigation/views'
import { CloseButton, closeOnEscape, UnreadDetail } from '#window/message-view/UnreadDetail.tsx'
import { visibleId } from '#window/ui/IdText.tsx'

interface HeadProps {
  readonly callback: CallbackDetail
  readonly attempt: CallbackAttempt | undefined
  readonly onClose: (() => void) | undefined
}

const ruleForWords = ({ paymentId }: CallbackDetail): string =>
  paymentId === '' ? 'New fault rule for token callbacks…' : 'New fault rule for this payment…'

function whenSent({ state }: CallbackDetail, attempt: CallbackAttempt | undefined): string {
  if (attempt !== undefined) return ' when sent'
  return state === 'dropped' ? ', never sent' : ', not sent yet'
}

function Head({ callback, attempt, onClose }: HeadProps) {
  const now = useVirtualNow()
  const message = shownCallback(callback, attempt)
  const { request, signature, bodySize } = message
  const { paymentKey, replayOf } = callback
  const Heading = onClose === undefined ? 'h2' : 'h3'
  return (
    <header className="bar detail-head">
      <div className="grow">
        <div className="row">
          <Heading className="pane-title" id="cb-title">
            {callbackTitle(callback.kind)}
          </Heading>
          {paymentKey === null || onClose !== undefined ? null : (
            <button
              type="button"
              className="link mono clip"
              aria-label={`Payment ${visibleId(callback.paymentId)}`}
              title={visibleId(callback.paymentId)}
              onClick={() => openPayment(paymentKey)}
            >
              {visibleId(callback.paymentId)}
            </button>
          )}
          <Badge look={callbackLook(callback)}>{callbackStateWord(callback, now)}</Badge>
        </div>
        <p className="small mid facts msg-meta">
          <code title={request.url}>
            {request.method} {request.url === '' ? 'nowhere' : request.url}
          </code>
          {attempt?.target === undefined || attempt.target === callback.target ? null : (
            <span className="fix" title={`The callback now goes to ${callback.target ?? 'nowhere'}`}>
              target changed since then
            </span>
          )}
          {attempt?.certificateError === undefined ? null : (
            <span title={attempt.certificateError}>certificate accepted unchecked</span>
          )}
          <span className="fix">{formatBytes(bodySize)}</span>
          <span className="fix">
            signature {verdictLook(signature.state).word}
            {whenSent(callback, attempt)}
          </span>
          {callback.note === undefined ? null : <span>{callback.note}</span>}
        </p>
      </div>
      {replayOf === undefined ? null : (
        <Button
          look="quiet"
          icon="undo"
          title="Open the original"
          onClick={() => openMessageOnPage(replayOf.startsWith('ex_') ? 'captured' : 'sent', replayOf)}
        >
          <span className="b-t">Original</span>
        </Button>
      )}
      <Button
        look="quiet"
        icon="warn"
        does="faults.put"
        title={ruleForWords(callback)}
        aria-label={ruleForWords(callback)}
        onClick={() => beginRuleLike(callback)}
      >
        <span className="b-t">Fault rule…</span>
      </Button>
      <CopyButton text={() => wireText(message)} what="raw HTTP" />
      {request.url === '' ? null : (
        <CopyButton text={() => curlOf(request)} what="callback as curl" label="Copy as curl" size="normal" />
      )}
      <CloseButton onClose={onClose} />
    </header>
  )
}

interface ReadProps {
  readonly callback: CallbackDetail
  readonly onClose: (() => void) | undefined
}

function Read({ callback: outlined, onClose }: ReadProps) {
  const [selected, select] = useChosenAttempt(outlined)
  const { callback, reading } = useWholeAttempt(outlined, selected)
  const attempt = callback.attempts[selected]
  const checks = useChecks(callback.id)
  // The editor and the checks show the responses themselves, so the section with the responses is hidden.
  const isEdited = useMessageTab(({ tab }) => tab === 'edit' || tab === 'checks')
  const isWhole = onClose === undefined
  const count = callback.attempts.length
  const responses = (
    <>
      <Marks label="What decided this response" marks={attempt?.responseMarks ?? []} />
      <MerchantResponses
        className={isWhole ? 'fill msg-responses lined-above' : 'fill msg-responses'}
        callback={callback}
        reading={reading}
        selected={selected}
        onSelect={select}
      />
    </>
  )
  return (
    <article
      className={`pane fill cb-detail${isEdited ? ' is-edited' : ''}`}
      aria-labelledby="cb-title"
      onKeyDown={(event) => closeOnEscape(event, onClose)}
    >
      <Head callback={callback} attempt={attempt} onClose={onClose} />
      <AnnotationLine about={{ kind: 'callback', id: callback.id }} annotation={callback.annotation} />
      {isWhole ? <RetryBar callback={callback} /> : null}
      <Marks label="Changes to this callback" marks={callback.marks} />
      {isWhole ? <AttemptAxis callback={callback} /> : null}
      <div className="column cb-message">
        <MessageTabs
          label="Callback"
          message={shownCallback(callback, attempt)}
          received={<AsReceived callback={callback} attempt={attempt} />}
          {...(isWhole
            ? {
                checks: {
                  count: checks.results.length,
                  content: <ChecksPanel id={callback.id} {...checks} />,
                },
                edit: <ReplayPane key={callback.id} id={callback.id} callback={callback} />,
              }
            : { response: { count, content: responses } })}
        />
      </div>
      {isWhole ? (
        <section className="column cb-responses" aria-label="Merchant's responses" hidden={isEdited}>
          <div className="section-head">
            <h3>Merchant’s responses</h3>
            <span className="note">{count}</span>
          </div>
          {responses}
        </section>
      ) : null}
    </article>
  )
}

interface CallbackDetailPaneProps {
  readonly id: string
  /** Set if the pane is beside other content: it then has no schedule, checks or editor, and Esc closes it. */
  readonly onClose?: (() => void) | undefined
}

export function CallbackDetailPane({ id, onClose }: CallbackDetailPaneProps) {
  const { value, error, isMissing, reload } = useCallbackDetail(id)
  if (value !== null) return <Read callback={value} onClose={onClose} />
  return (
    <UnreadDetail
      className="pane fill cb-detail"
      label="Callback"
      id={id}
      title="This callback could not be read."
      error={error}
      isMissing={isMissing}
      onRetry={reload}
      onLeave={onClose ?? (() => setPlace('callbacks', { selection: null }))}
    />
  )
}
