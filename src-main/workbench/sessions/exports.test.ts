import { expect, it } from 'vitest'
import { refusalOf } from './exports'

const failure = (code: string) => Object.assign(new Error(`${code}: it failed`), { code })

it.each([
  ['ENOSPC', 'Make room in the data folder'],
  ['EDQUOT', 'Make room in the data folder'],
  ['EACCES', 'Make the data folder writable'],
  ['EROFS', 'Make the data folder writable'],
])('refusalOf names the remedy if a session cannot be written because of %s', (code, remedy) => {
  expect(refusalOf(failure(code))).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(remedy),
  })
})

it('refusalOf returns any other error unchanged', () => {
  for (const error of [failure('EIO'), new Error('of ours'), 'text']) expect(refusalOf(error)).toBe(error)
})
