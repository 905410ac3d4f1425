import type { CallbackDetail } from '../../../src-main/protocol/messages'
import { AsReceived } from './AsReceived'
import { MerchantResponses } from './MerchantResponses'
import { useChosenAttempt } from '../state/chosen-attempt'
import { MessageTabs } from './MessageTabs'
import { shownCallback } from './shown-message'
import { useWholeAttempt } from './use-whole-attempt'

/** A callback part by part, with the responses as its last part. */
export function CallbackMessage({ callback: outlined }: { readonly callback: CallbackDetail }) {
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
