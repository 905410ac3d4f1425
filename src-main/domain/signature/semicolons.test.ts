import { describe, expect, it } from 'vitest'
import { fromPlain } from '#lib/json/node'
import { semicolonWarning } from './semicolons'

const warning = (data: unknown): string | null => semicolonWarning(fromPlain(data))

describe('the warning about semicolons', () => {
  it.each([
    ['a text', { customer: { street: 'Mill; Lane 4' } }, 'customer.street'],
    ['a text in a list', { items: [{ name: 'a' }, { name: 'b;c' }] }, 'items.1.name'],
    ['a key', { 'a;b': { c: 'd;e' } }, 'a;b'],
  ])('names %s that holds one', (_what, data, place) => {
    expect(warning(data)).toContain(`A semicolon stands in ${place}. It also joins the lines`)
  })

  it('names three places and says that there are more', () => {
    expect(warning({ a: ';', b: ';', c: ';' })).toContain('in a, b, c. It')
    expect(warning({ a: ';', b: ';', c: ';', d: ';' })).toContain('in a, b, c and more. It')
  })

  it.each([{ a: 'b' }, { signature: 'a;b', general: { signature: ';' } }, [1, true, null, {}]])(
    'has nothing to say about %j',
    (data) => {
      expect(warning(data)).toBeNull()
    },
  )
})
