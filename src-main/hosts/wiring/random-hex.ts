import { randomFillSync } from 'node:crypto'

/** Asking the operating system takes as long for 4 kB as for 20 bytes. */
const POOL_BYTES = 4096

/** Makes random hexadecimal digits, good for secrets; every random byte is used once. */
export function createRandomHex(): (digits: number) => string {
  const pool = Buffer.alloc(POOL_BYTES)
  let used = POOL_BYTES

  const next = (bytes: number): string => {
    if (used + bytes > POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    const hex = pool.toString('hex', used, used + bytes)
    pool.fill(0, used, used + bytes)
    used += bytes
    return hex
  }

  return (digits) => {
    let hex = ''
    while (hex.length < digits) hex += next(Math.min(POOL_BYTES, Math.ceil((digits - hex.length) / 2)))
    return hex.slice(0, digits)
  }
}
