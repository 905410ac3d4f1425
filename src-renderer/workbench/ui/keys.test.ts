import { describe, expect, it } from 'vitest'
import { isCopyKey, pressedKey } from './keys'

describe('the key of a shortcut', () => {
  it.each([
    ['r', false, 'r'],
    ['R', false, 'r'],
    ['R', true, 'R'],
    ['r', true, 'R'],
    ['Я', false, 'я'],
  ])('%s with Shift %s is %s, so that Caps Lock makes no difference', (key, shiftKey, pressed) => {
    expect(pressedKey({ key, shiftKey })).toBe(pressed)
  })

  it.each(['ArrowDown', 'F10', ' ', '?', '7'])('%s keeps its name', (key) => {
    expect(pressedKey({ key, shiftKey: false })).toBe(key)
    expect(pressedKey({ key, shiftKey: true })).toBe(key)
  })
})

describe('the key that copies', () => {
  const press = (change: object = {}) =>
    isCopyKey({ key: 'c', shiftKey: false, ctrlKey: false, metaKey: false, ...change })

  it('is C with Ctrl or Cmd, without Shift', () => {
    expect(press({ ctrlKey: true })).toBe(true)
    expect(press({ key: 'C', metaKey: true })).toBe(true)
    expect(press()).toBe(false)
    expect(press({ ctrlKey: true, shiftKey: true })).toBe(false)
    expect(press({ ctrlKey: true, key: 'x' })).toBe(false)
  })
})
