import type { CallbackAttempt, CallbackDetail, RetryAction } from '#protocol/messages'
import { AnnotationLine, Marks } from '#window/message-view/Marks.tsx'
import { MerchantResponses } from '#window/message-view/Responses.tsx'
import { AsReceived } from '#window/message-view/AsReceived.tsx'
import { callbackStateWord, callbackTitle, verdictLook } from '#window/message-view/callback-words'
import { useChosenAttempt } from '#window/state/session-memory'
import { shownCallback, useMessageTab } from '#window/message-view/shown-message'
import { MessageTabs } from '#window/message-view/MessageTabs.tsx'
import { useCallbackDetail, useWholeAttempt } from '#window/message-view/use-message'
import { type Command, opening } from '#window/commands/command'
import { useCommandKeys } from '#window/commands/CommandControls.tsx'
import { DetailHeader } from '#window/commands/DetailHeader.tsx'
import { ChecksPanel, useChecks } from '#window/features/checks/ChecksPanel.tsx'
import { ReplayPane } from '#window/features/replay/ReplayPane.tsx'
import { RETRIES, RETRY_COMMANDS } from '#window/features/retries/retry-commands'
import { type ChosenMessage, MESSAGE_COMMANDS } from '#window/features/traffic/message-commands'
import { useVirtualNow } from '#window/state/clock'
import { setPlace } from '#window/state/preferences'
import { Badge, callbackLook } from '#window/ui/StatusMark.tsx'
import { formatBytes } from '#window/lib/time'
import { AttemptAxis } from './AttemptAxis'
import { REPLAY_COMMANDS, RULE_COMMANDS } from './callback-commands'
import { openMessageOnPage, openPayment } from '#window/navigation/views'
import { closeOnEscape, UnreadDetail } from '#window/message-view/UnreadDetail.tsx'
import { visibleId } from '#window/ui/IdText.tsx'

interface HeadProps {
  readonly callback: CallbackDetail
  readonly attempt: CallbackAttempt | undefined
  readonly isEdited: boolean
  readonly onClose: (() => void) | undefined
}

type Subject = ChosenMessage & { readonly callback: CallbackDetail }

const allowedRetry = (action: RetryAction): Command<Subject> => ({
  ...RETRIES[action],
  when: ({ callback }) => callback.actions.includes(action),
})

const OPENINGS: readonly Command<Subject>[] = [
  opening('Open the payment', 'payments', ({ callback: { paymentKey } }) =>
    paymentKey === null ? undefined : () => openPayment(paymentKey),
  ),
  opening('Open the original', 'undo', ({ callback: { replayOf } }) =>
    replayOf === undefined
      ? undefined
      : () => openMessageOnPage(replayOf.startsWith('ex_') ? 'captured' : 'sent', replayOf),
  ),
]

/** First the actions on attempts that are still due, then those that send the message again, and Drop at the end. */
const ACTIONS: readonly Command<Subject>[] = [
  ...(['release', 'sendNow', 'hold', 'retarget'] as const).map(allowedRetry),
  ...REPLAY_COMMANDS,
  ...(['resend', 'cancel'] as const).map(allowedRetry),
]

const MENU = [
  { label: 'Schedule', commands: RETRY_COMMANDS },
  { label: 'Open', commands: OPENINGS },
  { label: 'Keep', commands: [...MESSAGE_COMMANDS, ...RULE_COMMANDS] },
]

/** Verdicts for which a merchant has to refuse a message; others leave open whether the signature is right. */
const WRONG: ReadonlySet<string> = new Set(['invalid', 'missing', 'empty'])

function Head({ callback, attempt, isEdited, onClose }: HeadProps) {
  const now = useVirtualNow()
  const { id, paymentKey, paymentId, lastStatus, state, target, marks } = callback
  // The marks below say what a rule did; the note may repeat that before it says what to do.
  const note = marks.reduce((left, { text }) => left.replace(text, '').trim(), callback.note ?? '')
  const subject: Subject = { list: 'callbacks', id, chosen: { kind: 'ids', ids: [id] }, callback }
  useCommandKeys(RETRY_COMMANDS, onClose === undefined ? subject : undefined)
  const { request, signature, bodySize } = shownCallback(callback, attempt)
  const Heading = onClose === undefined ? 'h2' : 'h3'
  return (
    <DetailHeader
      title={
        <>
          <Heading className="pane-title" id="cb-title">
            {callbackTitle(callback.kind)}
          </Heading>
          {paymentKey === null || onClose !== undefined ? null : (
            <button
              type="button"
              className="link mono clip"
              aria-label={`Payment ${visibleId(paymentId)}`}
              title={visibleId(paymentId)}
              onClick={() => openPayment(paymentKey)}
            >
              {visibleId(paymentId)}
            </button>
          )}
        </>
      }
      badge={
        <Badge look={callbackLook(callback)}>
          {callbackStateWord(callback, now)} {state === 'delivered' ? <code>{lastStatus}</code> : null}
        </Badge>
      }
      facts={
        <>
          {note === '' ? null : <span>{note}</span>}
          {attempt?.error === undefined ? null : <span>{attempt.error.message}</span>}
          <span>
            signature {verdictLook(signature.state).word}
            {attempt !== undefined ? ' when sent' : state === 'dropped' ? ', never sent' : ', not sent yet'}
            {attempt?.status === 200 && WRONG.has(signature.state) ? ', but accepted' : ''}
          </span>
          <code title={request.url}>
            {request.method} {request.url === '' ? 'nowhere' : request.url}
          </code>
          {attempt?.target === undefined || attempt.target === target ? null : (
            <span title={`Current target: ${target ?? 'none'}`}>target changed since then</span>
          )}
          {attempt?.certificateError === undefined ? null : (
            <span title={attempt.certificateError}>certificate accepted unchecked</span>
          )}
          <span>{formatBytes(bodySize)}</span>
        </>
      }
      subject={subject}
      actions={ACTIONS}
      menu={MENU}
      isCalm={isEdited}
      onClose={onClose}
    />
  )
}

function Read({ callback: outline, onClose }: Pick<HeadProps, 'callback' | 'onClose'>) {
  const [selected, select] = useChosenAttempt(outline)
  const { callback, reading } = useWholeAttempt(outline, selected)
  const attempt = callback.attempts[selected]
  const checks = useChecks(callback.id)
  // The editor and the checks show the responses themselves, so the section with the responses is hidden.
  const isEdited = useMessageTab(({ tab }) => tab === 'edit' || tab === 'checks')
  const isWhole = onClose === undefined
  const count = callback.attempts.length
  const responses = (
    <MerchantResponses
      className={isWhole ? 'fill msg-responses lined-above' : 'fill msg-responses'}
      callback={callback}
      reading={reading}
      selected={selected}
      onSelect={select}
    />
  )
  return (
    <article
      className={`pane fill cb-detail${isEdited ? ' is-edited' : ''}`}
      aria-labelledby="cb-title"
      onKeyDown={(event) => closeOnEscape(event, onClose)}
    >
      <Head callback={callback} attempt={attempt} isEdited={isEdited} onClose={onClose} />
      <div className="column cb-message">
        <MessageTabs
          label="Callback"
          message={shownCallback(callback, attempt)}
          received={<AsReceived callback={callback} attempt={attempt} />}
          below={
            <>
              <AnnotationLine
                about={{ kind: 'callback', id: callback.id }}
                annotation={callback.annotation}
              />
              <Marks label="Changes to this callback" marks={callback.marks} />
              {isWhole ? <AttemptAxis callback={callback} /> : null}
            </>
          }
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
        <section className="column cb-responses" aria-label="Merchant’s responses" hidden={isEdited}>
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
  /** Set if the pane is beside other content: it then has no attempt chart, checks or editor, and Esc closes it. */
  readonly onClose?: (() => void) | undefined
}

export function CallbackDetailPane({ id, onClose }: CallbackDetailPaneProps) {
  const { value, ...read } = useCallbackDetail(id)
  if (value !== null) return <Read callback={value} onClose={onClose} />
  return (
    <UnreadDetail
      className="pane fill cb-detail"
      label="Callback"
      id={id}
      {...read}
      onLeave={onClose ?? (() => setPlace('callbacks', { selection: null }))}
    />
  )
}
