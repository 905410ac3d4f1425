import { describe, expect, it } from 'vitest'
import { readFormFault } from './form-fault'

describe('news about the errors of the form', () => {
  it('are told with their kind', () => {
    const data = { line: 3 }
    expect(readFormFault({ source: 'paybench-form', kind: 'error', name: 'x is no function', data })).toEqual(
      {
        kind: 'error',
        name: 'The form: x is no function',
        data,
      },
    )
    expect(readFormFault({ source: 'paybench-form', kind: 'csp', name: 'img-src' })?.name).toBe(
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
  ])('are nothing else: %j', (message) => {
    expect(readFormFault(message)).toBeNull()
  })
})
