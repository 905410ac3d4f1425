import { CallbackAnswers, useChosenAttempt } from '../message-view/CallbackMessage'
import { callbackStateWord } from '../message-view/callback-words'
import { useCallbackDetail } from '../message-view/use-message'
import { useVirtualNow } from '../state/clock'
import { Badge } from '../ui/StatusMark'
import { callbackLook } from '../ui/states'

interface AnswersProps {
  /** The callback whose answers are shown; null where there is none yet. */
  readonly id: string | null
  /** It was sent from this pane; otherwise it is the original. */
  readonly isReplay: boolean
}

function Shown({ id, isReplay }: { readonly id: string; readonly isReplay: boolean }) {
  const { value: callback, fault } = useCallbackDetail(id)
  const [selected, select] = useChosenAttempt(callback)
  const now = useVirtualNow()
  return (
    <>
      <div className="section-head">
        <h3>{isReplay ? 'Answer to the replay' : 'Answers to the original'}</h3>
        {callback === null ? null : (
          <>
            <span className="note">{callback.attempts.length}</span>
            <span className="grow" />
            <Badge look={callbackLook(callback.state)} small>
              {callbackStateWord(callback, now)}
            </Badge>
          </>
        )}
      </div>
      {fault === null ? null : <p className="msg-empty">{fault}</p>}
      {callback === null ? null : (
        <CallbackAnswers callback={callback} selected={selected} onSelect={select} />
      )}
    </>
  )
}

/** What the merchant said to what was sent last, in the pane in which it was written. */
export function Answers({ id, isReplay }: AnswersProps) {
  return (
    <section className="rp-ans" aria-label="Merchant's answer">
      {id === null ? (
        <>
          <div className="section-head">
            <h3>Merchant’s answer</h3>
          </div>
          <p className="msg-empty">It appears here once the message is sent.</p>
        </>
      ) : (
        <Shown key={id} id={id} isReplay={isReplay} />
      )}
    </section>
  )
}
