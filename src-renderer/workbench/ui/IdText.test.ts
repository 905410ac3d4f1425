import { expect, it } from 'vitest'
import { partsOfId, visibleId } from './IdText'

it('keeps the end of an id, by which ids of one series differ', () => {
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
