import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bytesOfBase64 } from './files'

it('base64 is decoded as in Node.js', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70_000 }), (bytes) => {
      expect(bytesOfBase64(Buffer.from(bytes).toString('base64'))).toEqual(new Uint8Array(bytes))
    }),
    { numRuns: 30 },
  )
})
