let isOneWalk = false

/**
 * Makes a change that continues what the tester is doing, such as passing rows of a list or typing a filter. In the history
 * of the window all of them together are one entry; any other change of the place is an entry of its own.
 */
export function walk(change: () => void): void {
  const before = isOneWalk
  isOneWalk = true
  try {
    change()
  } finally {
    isOneWalk = before
  }
}

/** Whether the change that is being made is part of a walk. */
export const isWalking = (): boolean => isOneWalk
