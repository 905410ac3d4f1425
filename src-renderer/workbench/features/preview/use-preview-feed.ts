import { useEffect } from 'react'
import { useBenchEvents } from '#window/state/bench'
import { clockStore, currentVirtualNow } from '#window/state/clock'
import { entriesOf, type Moment } from './bench-entries'
import { addEntries, previewStore } from './preview-store'
import { entriesOfReports } from './report'

function now(): Moment {
  const { view } = clockStore.getState()
  return { wallAt: Date.now(), virtualAt: currentVirtualNow(), rate: view?.rate ?? 1 }
}

let violations = 0

/**
 * Records what happens to the form that is open: on the shop's page, and in the bench. The page's reports arrive through its server;
 * this window accepts messages from no other window.
 */
export function usePreviewFeed(): void {
  useBenchEvents((events) => {
    const { opened, payment: before } = previewStore.getState()
    if (opened === null) return
    for (const event of events) {
      if (event.type !== 'preview.reported' || event.preview !== opened.id) continue
      addEntries(entriesOfReports(event))
    }
    if (opened.paymentId === null) return
    const { projectId, paymentId } = opened
    const { entries, payment } = entriesOf(events, { projectId, paymentId }, before, now())
    if (payment !== before) previewStore.setState({ payment })
    addEntries(entries)
  })

  useEffect(() => {
    const refused = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
      if (!/^(?:frame|child)-src/.test(effectiveDirective)) return
      addEntries([
        {
          id: `refused ${(violations += 1)}`,
          kind: 'csp',
          name: 'the frame may not show this address',
          note: `${blockedURI} is neither the shop nor the form; open it in a tab to follow it`,
          bad: true,
          wallAt: Date.now(),
          virtualAt: currentVirtualNow(),
        },
      ])
    }
    document.addEventListener('securitypolicyviolation', refused)
    return () => {
      document.removeEventListener('securitypolicyviolation', refused)
    }
  }, [])
}
