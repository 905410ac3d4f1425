import { beforeEach, expect, it } from 'vitest'
import { watchPageErrors } from './page-errors'
import { toastStore } from './toasts'

beforeEach(() => {
  toastStore.setState({ toasts: [], undoable: [] })
})

it('shows and counts what nothing has handled', () => {
  const page = new EventTarget()
  watchPageErrors(page as Window)
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('the list broke') }))
  page.dispatchEvent(Object.assign(new Event('error'), { message: 'x', error: new Error('a row broke') }))
  page.dispatchEvent(
    Object.assign(new Event('error'), { message: 'ResizeObserver loop completed', error: null }),
  )
  expect(toastStore.getState().toasts.map(({ text }) => text)).toEqual([
    'Something in the window failed: the list broke. Try again. If that does not help, reload the page.',
    'Something in the window failed: a row broke (error 2 since the window was loaded). Try again. If that does not help, reload the page.',
  ])
})

it('cuts what is long', () => {
  const page = new EventTarget()
  watchPageErrors(page as Window)
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'x'.repeat(1_000_000) }))
  expect(toastStore.getState().toasts[0]?.text.length).toBeLessThan(500)
})
