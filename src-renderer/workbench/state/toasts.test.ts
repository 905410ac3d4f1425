import { beforeEach, describe, expect, it } from 'vitest'
import {
  closeToast,
  endOutdatedToasts,
  forgetUndoable,
  lastUndoable,
  runToast,
  showToast,
  toastStore,
  UNDO,
} from './toasts'

const texts = (): readonly string[] => toastStore.getState().toasts.map(({ text }) => text)

const removed = (text: string, undone: string[] = []): void => {
  showToast({ icon: 'trash', text, action: { label: UNDO, run: () => undone.push(text) } })
}

beforeEach(() => {
  toastStore.setState({ toasts: [], undoable: [] })
})

describe('toasts', () => {
  it('are three at most: the oldest is dropped, but never one that can be undone', () => {
    removed('rule A')
    for (const text of ['one', 'two', 'three', 'four']) showToast({ icon: 'info', text })
    expect(texts()).toEqual(['rule A', 'three', 'four'])
    for (const text of ['rule B', 'rule C', 'rule D']) removed(text)
    expect(texts()).toEqual(['rule A', 'rule B', 'rule C', 'rule D'])
    showToast({ icon: 'info', text: 'five' })
    expect(texts()).toContain('five')
  })

  it('show the same text once', () => {
    for (const text of ['held', 'sent', 'held']) showToast({ icon: 'info', text })
    expect(texts()).toEqual(['sent', 'held'])
  })
})

describe('undo', () => {
  it('ends with the state that its toast reports', () => {
    const held = (id: string): void => {
      showToast({
        ...{ icon: 'callbacks', text: `${id} is on hold`, callback: { id, state: 'held' } },
        action: { label: UNDO, run: () => undefined },
      })
    }
    held('cb_1')
    held('cb_2')
    endOutdatedToasts('cb_1', 'held')
    expect(texts()).toHaveLength(2)
    endOutdatedToasts('cb_2', 'delivered')
    expect(texts()).toEqual(['cb_1 is on hold'])
    expect(lastUndoable()?.text).toBe('cb_1 is on hold')
  })

  it('outlives its toast, the newest first', () => {
    const undone: string[] = []
    removed('rule A', undone)
    removed('rule B', undone)
    for (const { id } of toastStore.getState().toasts) closeToast(id)
    for (let last = lastUndoable(); last !== undefined; last = lastUndoable()) runToast(last)
    expect(undone).toEqual(['rule B', 'rule A'])
  })

  it('runs once', () => {
    removed('rule A')
    const [toast] = toastStore.getState().toasts
    if (toast !== undefined) runToast(toast)
    expect(lastUndoable()).toBeUndefined()
    expect(texts()).toEqual([])
  })

  it('ends with the session', () => {
    removed('rule A')
    showToast({ icon: 'info', text: 'sent' })
    forgetUndoable()
    expect(lastUndoable()).toBeUndefined()
    expect(texts()).toEqual(['sent'])
  })
})
