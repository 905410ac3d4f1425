import { expect, it } from 'vitest'
import { refusalOf } from './exports'

const failure = (code: string) => Object.assign(new Error(`${code}: it failed`), { code })

it.each([
  ['ENOSPC', 'Make room in the data folder'],
  ['EDQUOT', 'Make room in the data folder'],
  ['EACCES', 'Make the data folder writable'],
  ['EROFS', 'Make the data folder writable'],
])('a session that cannot be written for %s says what helps', (code, remedy) => {
  expect(refusalOf(failure(code))).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(remedy),
  })
})

it('any other error stays as it is', () => {
  for (const error of [failure('EIO'), new Error('of ours'), 'text']) expect(refusalOf(error)).toBe(error)
})
