import { useEffect, useState } from 'react'
import { useReloadOn } from '#window/message-view/use-message'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'

/** Number of timeline steps shown at first, and added each time the tester requests earlier ones. */
const STEPS_AT_ONCE = 300

export function usePayment(key: string) {
  const bench = useBench()
  const [asked, setAsked] = useState({ key, pages: 1 })
  const pages = asked.key === key ? asked.pages : 1
  const fetched = useFetched(`payment:${key}`, () =>
    bench.call('payments.get', { key, maxSteps: pages * STEPS_AT_ONCE }),
  )
  const { reload } = fetched
  useEffect(() => {
    if (pages > 1) reload()
  }, [pages, reload])
  useReloadOn(
    (event) =>
      (event.type === 'payment.changed' && event.payment.key === key) ||
      (event.type === 'callback.changed' && event.callback.paymentKey === key) ||
      (event.type === 'exchange.added' && event.exchange.paymentKey === key),
    reload,
  )
  const showEarlier = (): void => setAsked({ key, pages: pages + 1 })
  return { ...fetched, showEarlier }
}
