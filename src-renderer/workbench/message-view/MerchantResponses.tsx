import type { CallbackAttempt, CallbackDetail } from '#protocol/messages'
import { AttemptTable } from './AttemptTable'
import { isInFlight } from './in-flight'
import { ResponsePanel } from './ResponsePanel'
import { shownMerchantResponse } from './shown-message'

interface MerchantResponsesProps {
  readonly callback: CallbackDetail
  /** Why the selected attempt is not shown in full; null where it is. */
  readonly reading: string | null
  /** Index of the attempt whose response is shown. */
  readonly selected: number
  readonly onSelect: (index: number) => void
  readonly className?: string
}

const missingWords = (attempt: CallbackAttempt): string =>
  isInFlight(attempt)
    ? 'Sent. Waiting for the response…'
    : (attempt.error?.message ?? 'No response was received.')

/** What the merchant responded: the list of attempts, and the response to the selected one in full. */
export function MerchantResponses({
  callback,
  reading,
  selected,
  onSelect,
  className = 'fill msg-responses',
}: MerchantResponsesProps) {
  const attempt = callback.attempts[selected]
  return (
    <div className={className}>
      <div className="scroll" role="region" aria-label="Attempts and responses" tabIndex={0}>
        <AttemptTable
          attempts={callback.attempts}
          target={callback.target}
          selected={selected}
          onSelect={onSelect}
        />
      </div>
      {attempt === undefined ? null : (
        <ResponsePanel response={shownMerchantResponse(attempt)} missing={reading ?? missingWords(attempt)} />
      )}
    </div>
  )
}
