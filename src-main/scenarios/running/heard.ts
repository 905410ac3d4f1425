/** True once `isAwaited` accepts an event; false after `limitMs` of wall time or once `signal` is aborted. */
export const heard = <Event>(
  subscribe: (listener: (event: Event) => void) => () => void,
  isAwaited: (event: Event) => boolean,
  limitMs: number,
  signal: AbortSignal,
): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (isHeard: boolean): void => {
      clearTimeout(timer)
      ignore()
      signal.removeEventListener('abort', stop)
      resolve(isHeard)
    }
    const stop = (): void => {
      end(false)
    }
    const timer = setTimeout(stop, limitMs)
    const ignore = subscribe((event) => {
      if (isAwaited(event)) end(true)
    })
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
  })
