import { describe, expect, it } from 'vitest'
import { isFinal, OPERATION_STATUSES, OPERATION_TYPES, PAYMENT_STATUSES } from './statuses'

describe('payment statuses', () => {
  it('name each status once', () => {
    for (const names of [
      PAYMENT_STATUSES.map((row) => row.status),
      OPERATION_STATUSES.map((row) => row.status),
      OPERATION_TYPES.map((row) => row.type),
    ]) {
      expect(new Set<string>(names).size).toBe(names.length)
    }
    expect([PAYMENT_STATUSES.length, OPERATION_STATUSES.length, OPERATION_TYPES.length]).toEqual([33, 20, 21])
  })

  it('tell final from intermediate', () => {
    expect(isFinal('success')).toBe(true)
    expect(isFinal('decline')).toBe(true)
    expect(isFinal('canceled')).toBe(true)
    expect(isFinal('processing')).toBe(false)
    expect(isFinal('awaiting capture')).toBe(false)
  })

  it('are intermediate where their name begins with "awaiting"', () => {
    for (const { status, kind } of [...PAYMENT_STATUSES, ...OPERATION_STATUSES]) {
      if (status.startsWith('awaiting')) expect(kind).toBe('intermediate')
    }
  })

  it('give a status the same kind for payments and operations', () => {
    const kinds = new Map<string, string>(PAYMENT_STATUSES.map((row) => [row.status, row.kind]))
    for (const row of OPERATION_STATUSES) expect(kinds.get(row.status) ?? row.kind).toBe(row.kind)
  })
})
