import { expect, it } from 'vitest'
import { createUploads } from './imported-exchange'

it('an upload is removed if it is not used for the given time', async () => {
  const uploads = createUploads<string>(20)
  uploads.put('one', 'text')
  expect([uploads.size, uploads.get('one')]).toEqual([1, 'text'])
  await expect.poll(() => uploads.size).toBe(0)
  expect(uploads.get('one')).toBeUndefined()
})

it('an upload is kept until it is removed', () => {
  const uploads = createUploads<string>(60_000)
  uploads.put('one', 'text')
  uploads.put('two', 'text')
  uploads.remove('one')
  uploads.remove('gone')
  expect([uploads.size, uploads.get('one'), uploads.get('two')]).toEqual([1, undefined, 'text'])
})
