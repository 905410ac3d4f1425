/**
 * Resolves to true once `isIt` accepts an event, to false after the limit of wall time or when `signal` is
 * aborted.
 */
export const heard = <Event>(
  subscribe: (listener: (event: Event) => void) => () => void,
  isIt: (event: Event) => boolean,
  limitMs: number,
  signal: AbortSignal,
): Promise<boolean> =>
  new Promise((resolve) => {
    const late = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
    const end = (is: boolean): void => {
      ignore()
      resolve(is)
    }
    const ignore = subscribe((event) => {
      if (isIt(event)) end(true)
    })
    late.addEventListener('abort', () => {
      end(false)
    })
    if (late.aborted) end(false)
  })
