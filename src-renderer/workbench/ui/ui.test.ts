import { describe, expect, it } from 'vitest'
import { issueOf, withoutFields } from './Dialog'
import { partsOfId, visibleId } from './IdText'
import { pressedKey } from './keys'
import { keysFor, keysMoved, keysWithout } from './use-row-keys'
import { offsetFor, rowsBetween } from './use-row-window'

const refusal = {
  message: 'amount: too much; paymentId: taken',
  issues: [
    { field: 'amount', message: 'too much' },
    { field: 'paymentId', message: 'taken' },
  ],
}

describe('the refusal of a submission', () => {
  it('loses only the issue of the field that was changed', () => {
    const left = withoutFields(refusal, ['amount'])
    expect(issueOf(left, 'amount')).toBeNull()
    expect(issueOf(left, 'paymentId')).toBe('taken')
    expect(left?.message).toBe('taken')
    expect(withoutFields(left, ['paymentId'])).toBeNull()
  })

  it('stays if another field was changed', () => {
    expect(withoutFields(refusal, ['currency'])).toBe(refusal)
    const general = { message: 'The bench is stopping.', issues: [] }
    expect(withoutFields(general, ['amount'])).toBe(general)
  })
})

describe('IdText', () => {
  it('keeps the end of an id, where ids of a series differ', () => {
    expect(partsOfId('Order-2026/0000-1')).toEqual({ head: 'Order-2026/', tail: '0000-1' })
    expect(partsOfId('Order-2026/0000-2').tail).not.toBe(partsOfId('Order-2026/0000-1').tail)
    expect(partsOfId('o-1')).toEqual({ head: '', tail: 'o-1' })
    expect(partsOfId('🧾🧾🧾🧾🧾🧾🧾')).toEqual({ head: '🧾', tail: '🧾🧾🧾🧾🧾🧾' })
  })

  it('writes out invisible characters of an id', () => {
    expect(visibleId('Shop\u202e1')).toBe('Shop⟨U+202E⟩1')
    expect(visibleId('a\u0000b\u200bc\td')).toBe('a⟨U+0000⟩b⟨U+200B⟩c⟨U+0009⟩d')
    expect(visibleId('Größe-1')).toBe('Größe-1')
  })
})

describe('the key of a shortcut', () => {
  it.each([
    ['r', false, 'r'],
    ['R', false, 'r'],
    ['R', true, 'R'],
    ['r', true, 'R'],
    ['Я', false, 'я'],
  ])('is $2 for $0 with shiftKey $1, so that Caps Lock makes no difference', (key, shiftKey, pressed) => {
    expect(pressedKey({ key, shiftKey })).toBe(pressed)
  })

  it.each(['ArrowDown', 'F10', ' ', '?', '7'])('is %j with and without Shift', (key) => {
    expect(pressedKey({ key, shiftKey: false })).toBe(key)
    expect(pressedKey({ key, shiftKey: true })).toBe(key)
  })
})

describe('keys of rows', () => {
  it('move with their row', () => {
    const keys = keysFor([], 3)
    expect(keysMoved(keys, 2, 1)).toEqual([0, 2, 1])
    expect(keysMoved(keysMoved(keys, 0, 1), 1, 0)).toEqual(keys)
  })

  it('are never assigned twice', () => {
    expect(keysFor(keysWithout([0, 1, 2], 0), 3)).toEqual([1, 2, 3])
    expect(new Set(keysFor([4, 0], 5)).size).toBe(5)
  })

  it('are removed at the end if there are fewer rows', () => {
    expect(keysFor([5, 3, 1], 1)).toEqual([5])
  })
})

describe('rows on the screen', () => {
  it('include those that are only partly visible', () => {
    expect(rowsBetween(300, 95, 30, 100_000)).toEqual({ first: 10, last: 13 })
  })

  it('stay within the list', () => {
    expect(rowsBetween(9000, 300, 30, 20)).toEqual({ first: 19, last: 19 })
    expect(rowsBetween(0, 300, 30, 0)).toEqual({ first: 0, last: 0 })
  })
})

it('scrolling to a row moves as little as possible', () => {
  const view = { top: 300, height: 300 }
  expect([15, 9, 20].map((row) => offsetFor(row, 30, view))).toEqual([null, 270, 330])
})
