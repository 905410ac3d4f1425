import { countdownText } from '#domain/form/countdown'
import { all } from './dom'

/** Virtual time in epoch milliseconds, and how many of them pass in a real one. */
export interface ClockReading {
  readonly now: number
  readonly rate: number
}

/** The platform's virtual clock, as far as a page can follow it. */
interface PageClock {
  readonly set: (clock: ClockReading) => void
  /** Takes the time while the page stays as it is: somebody may have moved the clock. */
  readonly follow: (clock: ClockReading) => void
  readonly now: () => number
}

/** Keeps every countdown of the page going; a frozen clock freezes them. `over` is called when one reaches its end. */
export function startClock(over: () => void): PageClock {
  let now = Date.now()
  let rate = 0
  let readAt = Date.now()
  let ended: HTMLElement | null = null
  const virtualNow = (): number => now + (Date.now() - readAt) * rate

  const tick = (): void => {
    all(document, 'time[data-ends]').forEach((element) => {
      const left = Number(element.getAttribute('data-ends')) - virtualNow()
      const text = countdownText(left, element.getAttribute('data-day') ?? 'd')
      if (element.textContent !== text) element.textContent = text
      const box = element.parentElement?.parentElement
      if (left <= 5 * 60_000 && box?.className === 'pf-time') box.className = 'pf-time soon'
      if (left > 0 || ended === element) return
      ended = element
      over()
    })
  }
  setInterval(tick, 500)
  const follow = (clock: ClockReading): void => {
    now = clock.now
    rate = clock.rate
    readAt = Date.now()
    tick()
  }
  return {
    set: (clock) => {
      ended = null
      follow(clock)
    },
    follow,
    now: virtualNow,
  }
}
