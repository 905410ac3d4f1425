import { expect, it } from 'vitest'
import { effectOf, METHOD_EFFECTS } from './effects'
import { METHODS } from './methods'

it('is known of every method what it does to a session', () => {
  const unknown = Object.keys(METHODS).filter((name) => !Object.hasOwn(METHOD_EFFECTS, name))
  expect(unknown, 'add these to METHOD_EFFECTS').toEqual([])
})

it('takes a method that it does not know for one that changes', () => {
  for (const name of ['toString', '__proto__', 'payments.erase']) expect(effectOf(name)).toBe('changes')
})
