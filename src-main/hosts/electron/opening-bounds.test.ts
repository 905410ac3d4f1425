import { describe, expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { createOpeningBounds } from './opening-bounds'

describe('what pages may open', () => {
  it('is so many windows at a time', () => {
    const bounds = createOpeningBounds(() => 0)
    expect(bounds.mayOpenWindow(LIMITS.windows - 1)).toBe(true)
    expect(bounds.mayOpenWindow(LIMITS.windows)).toBe(false)
    expect(bounds.refused().windows).toBe(1)
  })

  it('is so many addresses in any minute, and the next ones when these are a minute old', () => {
    let now = 0
    const bounds = createOpeningBounds(() => now)
    const granted = (): number =>
      Array.from({ length: 1000 }, () => bounds.mayOpenOutside()).filter(Boolean).length
    expect(granted()).toBe(LIMITS.externalLinksPerMinute)
    now = 59_999
    expect(granted()).toBe(0)
    now = 60_000
    expect(granted()).toBe(LIMITS.externalLinksPerMinute)
    expect(bounds.refused().links).toBe(3000 - 2 * LIMITS.externalLinksPerMinute)
  })
})
