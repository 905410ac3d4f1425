import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { PaymentSummary } from '#protocol/payments'
import { forgetWithSession } from './session-memory'

type Made = Pick<PaymentSummary, 'key' | 'paymentId' | 'projectId'>

const justMade = createStore<{ readonly payment: Made | null }>(() => ({ payment: null }))

forgetWithSession(() => {
  justMade.setState({ payment: null })
})

/** Notes the payment that the tester made last: the list shows it, or says why it does not. */
export function noteMade({ key, paymentId, projectId }: Made): void {
  justMade.setState({ payment: { key, paymentId, projectId } })
}

/** The payment that was made last; null where another one was chosen since. */
export function useJustMade(selection: string | null): Made | null {
  return useStore(justMade, ({ payment }) => (payment?.key === selection ? payment : null))
}
