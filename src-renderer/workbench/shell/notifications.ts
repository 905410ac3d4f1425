import { useEffect, useRef, useState } from 'react'
import type { Command } from '#window/commands/command'
import type { BenchEvent } from '#protocol/events'
import type { ClockView } from '#protocol/bench'
import { MINUTE_MS } from '#lib/time/time'
import { parseTime } from '#window/lib/time'
import { isOpen } from '#window/features/replay/bulk-jobs'
import { isRunning } from '#protocol/scenarios'
import { openMessageOnPage, openPayment } from '#window/navigation/views'
import { useBenchEvents } from '#window/state/bench'
import { nextWait, nextWords, useClock, useVirtualNow } from '#window/state/clock'
import type { Page } from '#window/state/preferences-shape'
import { preferencesStore, setPreferences } from '#window/state/preferences'
import { showFailure, showToast } from '#window/state/toasts'
import { callbackKindName } from '#window/ui/StatusMark.tsx'
import { visibleId } from '#window/ui/IdText.tsx'

/** What is reported to a tester who is away from the window, or on a page other than `page`. */
interface Report {
  readonly text: string
  readonly page?: Page
  readonly open: () => void
}

/** Picks the events that end something: a callback that gets no further attempt, or the last of several runs. */
export function watchEnds(): (event: BenchEvent) => Report | null {
  const running = new Set<string>()
  const isLastEnd = (kind: string, id: string, isUnfinished: boolean): boolean => {
    const key = `${kind} ${id}`
    if (isUnfinished) running.add(key)
    return !isUnfinished && running.delete(key) && ![...running].some((other) => other.startsWith(`${kind} `))
  }
  const onPage = (text: string, page: Page): Report => ({ text, page, open: () => setPreferences({ page }) })
  return (event) => {
    switch (event.type) {
      case 'callback.changed': {
        const { id, state, kind, paymentId, nextAttemptAt } = event.callback
        if (state !== 'failed' || nextAttemptAt !== undefined) return null
        const about = paymentId === '' ? '' : ` of ${visibleId(paymentId)}`
        return {
          text: `${callbackKindName(kind)} callback${about} failed; no attempt follows.`,
          open: () => openMessageOnPage('sent', id),
        }
      }
      case 'scenario.changed': {
        const { file, scenario } = event
        return isLastEnd('scenario', file, isRunning(scenario?.run ?? null))
          ? onPage('The scenarios have ended.', 'scenarios')
          : null
      }
      case 'exam.changed': {
        const { id, state } = event.exam
        return isLastEnd('exam', id, state === 'running') ? onPage('The exam has ended.', 'exam') : null
      }
      case 'replay.changed': {
        const { id, accepted, total } = event.job
        return isLastEnd('replay', id, isOpen(event.job))
          ? onPage(`The replay has ended: ${accepted} of ${total} accepted.`, 'callbacks')
          : null
      }
      default:
        return null
    }
  }
}

/** Reports a timer that will fire within a minute of wall time, so that the tester can act first. */
export function timerReport(clock: ClockView | null, now: number): Report | null {
  if (clock?.nextTimer === undefined || clock.rate === 0) return null
  const { nextTimer: next, rate } = clock
  const { kind, paymentKey, dueAt } = next
  if (kind !== 'timer' || paymentKey === null || (parseTime(dueAt) - now) / rate > MINUTE_MS) return null
  return { text: `Due ${nextWait(next, now)}: ${nextWords(next)}.`, open: () => openPayment(paymentKey) }
}

async function notifyMe(): Promise<void> {
  const isAllowed = (await Notification.requestPermission()) === 'granted'
  setPreferences({ notify: isAllowed ? 'yes' : 'no' })
  if (!isAllowed) throw new Error('Notifications are blocked. Allow them for this page and try again.')
  showToast({ icon: 'check', text: 'You will be notified while the window is away' })
}

const isOn = (): boolean => preferencesStore.getState().notify === 'yes'

export const NOTIFY: Command = {
  id: 'notify',
  group: 'Appearance',
  icon: 'info',
  label: () => (isOn() ? 'Do not notify while the window is away' : 'Notify while the window is away'),
  run: () => (isOn() ? setPreferences({ notify: 'no' }) : notifyMe()),
}

/** Shows a returning tester what happened meanwhile, and offers notifications for the future; only once. */
function ask(missed: Report): void {
  setPreferences({ notify: 'no' })
  showToast({
    icon: 'info',
    text: `While the window was away: ${missed.text}`,
    action: { label: 'Notify me', run: () => void notifyMe().catch(showFailure) },
  })
}

/** Reports ends and due timers: by a notification if the window lacks the focus, else by a toast if on another page. */
export function Notifier(): null {
  const [reportOf] = useState(watchEnds)
  const missed = useRef<Report | null>(null)
  const send = (report: Report): void => {
    const { notify, page } = preferencesStore.getState()
    if (document.hasFocus()) {
      const { text, open } = report
      if (report.page !== undefined && report.page !== page)
        showToast({ icon: 'check', text, action: { label: 'Show', run: open } })
      return
    }
    if (notify === 'ask') missed.current ??= report
    if (notify !== 'yes') return
    const shown = new Notification('Paybench', { body: report.text, tag: report.text })
    shown.onclick = () => {
      window.focus()
      report.open()
    }
  }
  useBenchEvents((events) => {
    for (const report of events.flatMap((event) => reportOf(event) ?? [])) send(report)
  })
  const clock = useClock()
  const dueReport = timerReport(clock, useVirtualNow())
  const reportedTimer = useRef<string | undefined>(undefined)
  useEffect(() => {
    const dueAt = clock?.nextTimer?.dueAt
    if (dueReport === null || dueAt === reportedTimer.current) return
    reportedTimer.current = dueAt
    send(dueReport)
  })
  useEffect(() => {
    const onReturn = (): void => {
      if (missed.current !== null) ask(missed.current)
      missed.current = null
    }
    window.addEventListener('focus', onReturn)
    return () => window.removeEventListener('focus', onReturn)
  }, [])
  return null
}
