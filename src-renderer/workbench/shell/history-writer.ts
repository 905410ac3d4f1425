/** Chromium ignores addresses that change too often, as they would while an arrow key is held down. */
const WALK_MS = 250

/** Where the address goes: the history of the window. */
export interface AddressBar {
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

/** Writes the addresses of places into the history: one entry a step, however many changes it is made of. */
export function createHistoryWriter(bar: AddressBar): HistoryWriter {
  let written: string | null = null
  let walkedTo: string | null = null
  let step: { text: string; walked: boolean } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const flushWalk = (): void => {
    clearTimeout(timer)
    const text = walkedTo
    walkedTo = null
    if (text === null || text === written) return
    bar.replace(text)
    written = text
  }
  const takeStep = (): void => {
    const taken = step
    step = null
    if (taken === null) return
    if (taken.walked) {
      if (walkedTo === null) timer = setTimeout(flushWalk, WALK_MS)
      walkedTo = taken.text
      return
    }
    flushWalk()
    if (taken.text === written) return
    bar.push(taken.text)
    written = taken.text
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
      clearTimeout(timer)
      walkedTo = null
      step = null
      written = text
    },
    flush() {
      takeStep()
      flushWalk()
    },
  }
}
