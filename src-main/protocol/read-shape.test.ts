import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readShape } from './read-shape'

const shape = z.object({ id: z.string().max(5), names: z.array(z.string()).min(1) })

describe('reading a value by its shape', () => {
  it('reads what fits and names what does not', () => {
    expect(readShape(shape, { id: 'a', names: ['b'] }).data).toEqual({ id: 'a', names: ['b'] })
    expect(readShape(shape, { id: 7, names: ['b'] }).error?.issues[0]?.path).toEqual(['id'])
  })

  it.each<readonly [object]>([
    [{ toString: 1 }],
    [{ valueOf: [], toString: null }],
    [{ constructor: { prototype: {} }, toString: {} }],
  ])('refuses an object whose length is %j and says where it stands', (length) => {
    const { error } = readShape(shape, { id: { length }, names: ['b'] })
    expect(error?.issues).toMatchObject([{ path: ['id'], message: expect.stringContaining('"length"') }])
  })

  it('does not hide a bug of a shape', () => {
    const faulty = z.string().refine(() => {
      throw new TypeError('a bug')
    })
    expect(() => readShape(faulty, 'x')).toThrow('a bug')
  })
})
