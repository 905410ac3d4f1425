import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useBenchEvents } from '../state/bench'
import { currentVirtualNow } from '../state/clock'
import { entriesOf } from './bench-entries'
import { addEntries, previewStore } from './preview-store'
import { entryOf, readReport } from './report'
import { tabWindow } from './shop-window'

const now = (): { readonly wallAt: number; readonly virtualAt: number } => ({
  wallAt: Date.now(),
  virtualAt: currentVirtualNow(),
})

let violations = 0

/** Writes down what happens to the form that is open: in its windows, and in the bench. */
export function usePreviewFeed(frame: RefObject<HTMLIFrameElement | null>): void {
  useBenchEvents((events) => {
    const { opened, payment: before } = previewStore.getState()
    if (typeof opened?.paymentId !== 'string') return
    const { projectId, paymentId } = opened
    const { entries, payment } = entriesOf(events, { projectId, paymentId }, before, now())
    if (payment !== before) previewStore.setState({ payment })
    addEntries(entries)
  })

  const shown = useRef(frame)
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
      const { opened } = previewStore.getState()
      if (opened === null) return
      const windows = [shown.current.current?.contentWindow ?? null, tabWindow()]
      const expected = { windows, origin: new URL(opened.url).origin, preview: opened.id }
      const report = readReport({ source, origin, data }, expected)
      if (report !== null) addEntries([entryOf(report, Date.now())])
    }
    const refused = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
      if (!/^(?:frame|child)-src/.test(effectiveDirective)) return
      addEntries([
        {
          id: `refused ${(violations += 1)}`,
          kind: 'csp',
          name: 'the frame may not show this address',
          note: `${blockedURI} is neither the shop nor the form; open it in a tab to follow it`,
          bad: true,
          ...now(),
        },
      ])
    }
    window.addEventListener('message', hear)
    document.addEventListener('securitypolicyviolation', refused)
    return () => {
      window.removeEventListener('message', hear)
      document.removeEventListener('securitypolicyviolation', refused)
    }
  }, [])
}
