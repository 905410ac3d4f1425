import type { CallbackDetail } from '#protocol/messages'
import { MerchantResponses } from '#window/message-view/MerchantResponses.tsx'
import { callbackStateWord } from '#window/message-view/callback-words'
import { useChosenAttempt } from '#window/state/chosen-attempt'
import { useCallbackDetail } from '#window/message-view/use-message'
import { useWholeAttempt } from '#window/message-view/use-whole-attempt'
import { useVirtualNow } from '#window/state/clock'
import { Badge } from '#window/ui/StatusMark.tsx'
import { callbackLook } from '#window/ui/states'

interface MessageResponsesProps {
  /** The callback that was sent from this pane; null where none was. */
  readonly sentId: string | null
  /** The edited callback; null where the message is none. */
  readonly original: CallbackDetail | null
}

function Shown(props: {
  readonly title: string
  /** Null while it is read. */
  readonly callback: CallbackDetail | null
  readonly error: string | null
}) {
  const { title, callback: outlined, error } = props
  const [selected, select] = useChosenAttempt(outlined)
  const { callback, reading } = useWholeAttempt(outlined, selected)
  const now = useVirtualNow()
  return (
    <>
      <div className="section-head">
        <h3>{title}</h3>
        {callback === null ? null : (
          <>
            <span className="note">{callback.attempts.length}</span>
            <span className="grow" />
            <Badge look={callbackLook(callback)} small>
              {callbackStateWord(callback, now)}
            </Badge>
          </>
        )}
      </div>
      {error === null ? null : <p className="msg-empty">{error}</p>}
      {callback === null ? null : (
        <MerchantResponses callback={callback} reading={reading} selected={selected} onSelect={select} />
      )}
    </>
  )
}

function ToSent({ id, title }: { readonly id: string; readonly title: string }) {
  const { value, error } = useCallbackDetail(id)
  return <Shown title={title} callback={value} error={error} />
}

/** The merchant's response to the last sent message, in the pane of its editor. */
export function MessageResponses({ sentId, original }: MessageResponsesProps) {
  return (
    <section className="rp-ans" aria-label="Merchant's response">
      {sentId !== null ? (
        <ToSent
          key={sentId}
          id={sentId}
          title={original === null ? 'Response to the message' : 'Response to the replay'}
        />
      ) : original !== null ? (
        <Shown title="Responses to the original" callback={original} error={null} />
      ) : (
        <>
          <div className="section-head">
            <h3>Merchant’s response</h3>
          </div>
          <p className="msg-empty">It appears here once the message is sent.</p>
        </>
      )}
    </section>
  )
}
