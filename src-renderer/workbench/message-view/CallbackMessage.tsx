import type { CallbackDetail } from '../../../src-main/protocol/messages'
import { AnswerPanel } from './AnswerPanel'
import { AsReceived } from './AsReceived'
import { AttemptTable } from './AttemptTable'
import { useChosenAttempt } from '../state/chosen-attempt'
import { MessageTabs } from './MessageTabs'
import { shownCallback, shownMerchantAnswer } from './shown-message'
import { useWholeAttempt } from './use-whole-attempt'

interface AnswersProps {
  readonly callback: CallbackDetail
  readonly selected: number
  readonly onSelect: (index: number) => void
}

/** The merchant's answers: the list of attempts and the chosen one in full. */
export function CallbackAnswers({ callback: outlined, selected, onSelect }: AnswersProps) {
  const { callback, reading } = useWholeAttempt(outlined, selected)
  const attempt = callback.attempts[selected]
  return (
    <div className="msg-answers">
      <div className="scroll" role="region" aria-label="Attempts" tabIndex={0}>
        <AttemptTable
          attempts={callback.attempts}
          target={callback.target}
          selected={selected}
          onSelect={onSelect}
        />
      </div>
      {attempt === undefined ? null : (
        <AnswerPanel
          answer={shownMerchantAnswer(attempt)}
          missing={reading ?? attempt.error?.message ?? 'No response was received.'}
        />
      )}
    </div>
  )
}

/** A callback part by part, with the answers as its last part. */
export function CallbackMessage({ callback: outlined }: { readonly callback: CallbackDetail }) {
  const [selected, select] = useChosenAttempt(outlined)
  const { callback } = useWholeAttempt(outlined, selected)
  return (
    <MessageTabs
      label="Callback"
      message={shownCallback(callback, callback.attempts[selected])}
      received={<AsReceived callback={callback} attempt={callback.attempts[selected]} />}
      answer={{
        count: callback.attempts.length,
        content: <CallbackAnswers callback={callback} selected={selected} onSelect={select} />,
      }}
    />
  )
}
