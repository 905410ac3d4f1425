import fc from 'fast-check'
import { expect, it } from 'vitest'
import { base64OfBytes, bytesOfBase64 } from './files'

it('base64 is encoded and decoded as in Node.js', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70_000 }), (bytes) => {
      const base64 = base64OfBytes(bytes)
      expect(base64).toBe(Buffer.from(bytes).toString('base64'))
      expect(bytesOfBase64(base64)).toEqual(new Uint8Array(bytes))
    }),
    { numRuns: 30 },
  )
})
