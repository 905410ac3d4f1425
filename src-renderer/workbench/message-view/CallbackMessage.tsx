import type { CallbackDetail } from '../../../src-main/protocol/messages'
import { ResponsePanel } from './ResponsePanel'
import { AsReceived } from './AsReceived'
import { AttemptTable } from './AttemptTable'
import { useChosenAttempt } from '../state/chosen-attempt'
import { MessageTabs } from './MessageTabs'
import { shownCallback, shownMerchantResponse } from './shown-message'
import { useWholeAttempt } from './use-whole-attempt'

interface AnswersProps {
  readonly callback: CallbackDetail
  readonly selected: number
  readonly onSelect: (index: number) => void
}

/** The merchant's responses: the list of attempts and the chosen one in full. */
export function CallbackAnswers({ callback: outlined, selected, onSelect }: AnswersProps) {
  const { callback, reading } = useWholeAttempt(outlined, selected)
  const attempt = callback.attempts[selected]
  return (
    <div className="msg-responses">
      <div className="scroll" role="region" aria-label="Attempts" tabIndex={0}>
        <AttemptTable
          attempts={callback.attempts}
          target={callback.target}
          selected={selected}
          onSelect={onSelect}
        />
      </div>
      {attempt === undefined ? null : (
        <ResponsePanel
          response={shownMerchantResponse(attempt)}
          missing={reading ?? attempt.error?.message ?? 'No response was received.'}
        />
      )}
    </div>
  )
}

/** A callback part by part, with the responses as its last part. */
export function CallbackMessage({ callback: outlined }: { readonly callback: CallbackDetail }) {
  const [selected, select] = useChosenAttempt(outlined)
  const { callback } = useWholeAttempt(outlined, selected)
  return (
    <MessageTabs
      label="Callback"
      message={shownCallback(callback, callback.attempts[selected])}
      received={<AsReceived callback={callback} attempt={callback.attempts[selected]} />}
      response={{
        count: callback.attempts.length,
        content: <CallbackAnswers callback={callback} selected={selected} onSelect={select} />,
      }}
    />
  )
}
