/** Chromium ignores addresses that change more than 200 times in ten seconds, as they would while an arrow key is held down. */
const WRITE_EVERY_MS = 100

/** What may be written at once after a pause: all that a tester does by hand. A reload then finds the address complete. */
const BURST = 25

/** Where the address goes: the history of the window. */
export interface AddressBar {
  /** Its current content, whatever wrote it. */
  readonly current: () => string
  readonly push: (text: string) => void
  readonly replace: (text: string) => void
}

export interface HistoryWriter {
  /**
   * The window is at another place.
   * @param text its address
   * @param walked it continues what the tester did before, so that it takes the place of the newest entry
   */
  readonly moved: (text: string, walked: boolean) => void
  /** The window follows an address that is in the bar already. */
  readonly followed: (text: string) => void
  /** Writes what still waits. */
  readonly flush: () => void
}

/**
 * Writes the addresses of places into the history: one entry a step, however many changes it is made of. An address that
 * somebody else has put into the bar is never overwritten: the window is about to follow it.
 */
export function createHistoryWriter(bar: AddressBar): HistoryWriter {
  const pace = createPace()
  let written: string | null = null
  /** The text as the bar returns it after writing. */
  let inBar = bar.current()
  let walkedTo: string | null = null
  let step: { text: string; walked: boolean } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = (put: (text: string) => void, text: string): void => {
    if (text === written || bar.current() !== inBar) return
    put(text)
    pace.wrote()
    written = text
    inBar = bar.current()
  }
  const stopTimer = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  const flushWalk = (): void => {
    stopTimer()
    const text = walkedTo
    walkedTo = null
    if (text !== null) write(bar.replace, text)
  }
  const takeStep = (): void => {
    const taken = step
    step = null
    if (taken === null) return
    if (!taken.walked) {
      flushWalk()
      write(bar.push, taken.text)
      return
    }
    walkedTo = taken.text
    const wait = pace.waitMs()
    if (wait === 0) flushWalk()
    else timer ??= setTimeout(flushWalk, wait)
  }
  return {
    moved(text, walked) {
      if (step === null) {
        if (text === (walkedTo ?? written)) return
        step = { text, walked }
        queueMicrotask(takeStep)
      } else step = { text, walked: walked && step.walked }
    },
    followed(text) {
      stopTimer()
      walkedTo = null
      step = null
      written = text
      inBar = bar.current()
    },
    flush() {
      takeStep()
      flushWalk()
    },
  }
}

/** When the next address may be written: a burst at once, then one at a time. */
function createPace() {
  /** When all that was written so far would have been written at the even pace. */
  let paidUntil = -Infinity
  return {
    wrote(): void {
      paidUntil = Math.max(paidUntil, performance.now()) + WRITE_EVERY_MS
    },
    waitMs: (): number => Math.max(0, paidUntil - performance.now() - (BURST - 1) * WRITE_EVERY_MS),
  }
}
