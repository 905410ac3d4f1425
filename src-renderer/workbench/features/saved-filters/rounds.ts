/** Work that is repeated after changes, one round at a time. */
export interface Rounds {
  /** Something changed: another round follows, however many changes there are until then. */
  readonly again: () => void
  readonly end: () => void
}

/**
 * Starts the first round at once. A change never cancels a round, or none would finish under steady traffic. Changes
 * while it runs, and soon after, cause the next one, which starts after a pause.
 */
export function createRounds(work: () => Promise<void>, pauseMs: number): Rounds {
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: 'waiting' | 'running' | 'outdated' | 'ended' = 'waiting'

  const later = (): void => {
    timer ??= setTimeout(begin, pauseMs)
  }
  const settle = (): void => {
    if (state === 'outdated') later()
    if (state !== 'ended') state = 'waiting'
  }
  function begin(): void {
    timer = undefined
    state = 'running'
    work().then(settle, settle)
  }
  begin()
  return {
    again() {
      if (state === 'running') state = 'outdated'
      else if (state === 'waiting') later()
    },
    end() {
      state = 'ended'
      clearTimeout(timer)
    },
  }
}
