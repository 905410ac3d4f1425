import { beforeEach, describe, expect, it } from 'vitest'
import {
  announce,
  announcements,
  closeToast,
  endOutdatedToasts,
  forgetUndoable,
  lastUndoable,
  runToast,
  showToast,
  toastStore,
  UNDO,
  watchPageErrors,
} from './toasts'

const texts = (): readonly string[] => toastStore.getState().toasts.map(({ text }) => text)

const showRemoval = (text: string, undone: string[] = []): void => {
  showToast({ icon: 'trash', text, action: { label: UNDO, run: () => undone.push(text) } })
}

beforeEach(() => {
  toastStore.setState({ toasts: [], undoable: [] })
})

describe('toasts', () => {
  it('are dropped beyond three, the oldest first, unless they can be undone', () => {
    showRemoval('rule A')
    for (const text of ['one', 'two', 'three', 'four']) showToast({ icon: 'info', text })
    expect(texts()).toEqual(['rule A', 'three', 'four'])
    for (const text of ['rule B', 'rule C', 'rule D']) showRemoval(text)
    expect(texts()).toEqual(['rule A', 'rule B', 'rule C', 'rule D'])
    showToast({ icon: 'info', text: 'five' })
    expect(texts()).toContain('five')
  })

  it('show the same text only once', () => {
    for (const text of ['held', 'sent', 'held']) showToast({ icon: 'info', text })
    expect(texts()).toEqual(['sent', 'held'])
  })
})

describe('an undo action', () => {
  it('is removed once the callback leaves the state that its toast reports', () => {
    const showHold = (id: string): void => {
      showToast({
        ...{ icon: 'callbacks', text: `${id} is on hold`, callback: { id, state: 'held' } },
        action: { label: UNDO, run: () => undefined },
      })
    }
    showHold('cb_1')
    showHold('cb_2')
    endOutdatedToasts('cb_1', 'held')
    expect(texts()).toHaveLength(2)
    endOutdatedToasts('cb_2', 'delivered')
    expect(texts()).toEqual(['cb_1 is on hold'])
    expect(lastUndoable()?.text).toBe('cb_1 is on hold')
  })

  it('remains after its toast closes, and the newest one runs first', () => {
    const undone: string[] = []
    showRemoval('rule A', undone)
    showRemoval('rule B', undone)
    for (const { id } of toastStore.getState().toasts) closeToast(id)
    for (let last = lastUndoable(); last !== undefined; last = lastUndoable()) runToast(last)
    expect(undone).toEqual(['rule B', 'rule A'])
  })

  it('runs only once', () => {
    showRemoval('rule A')
    const [toast] = toastStore.getState().toasts
    if (toast !== undefined) runToast(toast)
    expect(lastUndoable()).toBeUndefined()
    expect(texts()).toEqual([])
  })

  it('ends with the session', () => {
    showRemoval('rule A')
    showToast({ icon: 'info', text: 'sent' })
    forgetUndoable()
    expect(lastUndoable()).toBeUndefined()
    expect(texts()).toEqual(['sent'])
  })
})

it('the window shows and counts errors that nothing has handled', () => {
  const page = new EventTarget()
  watchPageErrors(page as Window)
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('the list broke') }))
  page.dispatchEvent(Object.assign(new Event('error'), { message: 'x', error: new Error('a row broke') }))
  page.dispatchEvent(
    Object.assign(new Event('error'), { message: 'ResizeObserver loop completed', error: null }),
  )
  expect(texts()).toEqual([
    'Something in the window failed: the list broke. Try again. If that does not help, reload the page.',
    'Something in the window failed: a row broke (error 2 since the window was loaded). Try again. If that does not help, reload the page.',
  ])
})

it('the window truncates a long error', () => {
  const page = new EventTarget()
  watchPageErrors(page as Window)
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'x'.repeat(1_000_000) }))
  expect(toastStore.getState().toasts[0]?.text.length).toBeLessThan(500)
})

const spokenTexts = (): readonly string[] => announcements.getState().map(({ text }) => text)

it('announcements in quick succession are kept, each as a separate message', () => {
  const sentences = ['The clock shows noon.', 'The payment was declined.', 'The payment was declined.']
  for (const sentence of sentences) announce(sentence)
  expect(spokenTexts()).toEqual(sentences)
  expect(new Set(announcements.getState().map(({ id }) => id)).size).toBe(3)
})

it('only the newest four announcements are kept', () => {
  for (let count = 1; count <= 6; count += 1) announce(`Sentence ${count}`)
  expect(spokenTexts()).toEqual(['Sentence 3', 'Sentence 4', 'Sentence 5', 'Sentence 6'])
})
