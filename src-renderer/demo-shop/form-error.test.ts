import { describe, expect, it } from 'vitest'
import { readFormError } from './form-error'

describe('an error report of the form', () => {
  it('has a kind and a name', () => {
    const data = { line: 3 }
    expect(
      readFormError({ source: 'paybench-form', kind: 'error', name: 'x is not a function', data }),
    ).toEqual({
      kind: 'error',
      name: 'The form: x is not a function',
      data,
    })
    expect(readFormError({ source: 'paybench-form', kind: 'csp', name: 'img-src' })?.name).toBe(
      'The form: img-src',
    )
  })

  it.each([
    null,
    'paybench-form',
    '{"source":"paybench-form","kind":"error"}',
    { message: 'epframe.loaded' },
    { source: 'paybench-form', kind: 'handler', name: 'onRun' },
    { source: 'another', kind: 'error', name: 'x' },
  ])('is not read from %j', (message) => {
    expect(readFormError(message)).toBeNull()
  })
})
