import { byId } from './dom'

export interface PageSize {
  readonly width: number
  readonly height: number
}

/** Size of what is drawn, in CSS pixels; not of the window, or a frame could never shrink. */
export function measure(): PageSize {
  const page = byId('pf') ?? document.body
  return {
    width: document.documentElement.clientWidth,
    height: Math.ceil(page.getBoundingClientRect().height),
  }
}

/** Calls back with every new size. Without a ResizeObserver it measures four times a second. */
export function watchSize(changed: (size: PageSize) => void): () => void {
  let known = measure()
  const check = (): void => {
    const size = measure()
    if (size.width === known.width && size.height === known.height) return
    known = size
    changed(size)
  }
  const page = byId('pf')
  if ('ResizeObserver' in window && page !== null) new window.ResizeObserver(check).observe(page)
  else setInterval(check, 250)
  return check
}
