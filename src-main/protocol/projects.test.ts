import { describe, expect, it } from 'vitest'
import { dispatch } from './dispatch'
import { projectsCreateParams } from './projects'
import { z } from 'zod'
import { readShape } from '#domain/read-shape'

describe('where callbacks go', () => {
  it.each(['http://127.0.0.1:4000/callbacks', 'https://[::1]/x?y=1'])('can be %s', (callbackUrl) => {
    expect(projectsCreateParams.safeParse({ callbackUrl }).success).toBe(true)
  })

  it.each(['http://[', 'http://a:99999', 'http://a b', 'ftp://a/'])(
    'cannot be %s: field, reason and remedy are named',
    async (callbackUrl) => {
      const outcome = await dispatch({}, 'projects.create', { callbackUrl }, () => undefined)
      expect(outcome).toMatchObject({
        error: {
          code: 'invalid_params',
          message:
            'projects.create: callbackUrl: must be an absolute http or https URL such as ' +
            'http://127.0.0.1:4000/callbacks. Correct the parameters and call again.',
        },
      })
    },
  )
})

it('says where a method can be called that this caller cannot call', async () => {
  expect(await dispatch({}, 'projects.list', {}, () => undefined)).toEqual({
    error: {
      code: 'unavailable',
      message: 'projects.list cannot be called from here. Call it from the window or over the workbench API.',
    },
  })
})

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
