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

/** Calls back with every new size. Browsers without an observer are asked four times a second. */
export function watchSize(changed: (size: PageSize) => void): () => void {
  let known = measure()
  const look = (): void => {
    const size = measure()
    if (size.width === known.width && size.height === known.height) return
    known = size
    changed(size)
  }
  const page = byId('pf')
  if ('ResizeObserver' in window && page !== null) new window.ResizeObserver(look).observe(page)
  else setInterval(look, 250)
  return look
}
