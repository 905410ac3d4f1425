import { describe, expect, it } from 'vitest'
import { isFinal, OPERATION_STATUSES, OPERATION_TYPES, PAYMENT_STATUSES } from './statuses'
import { TRANSITIONS, transitionsFrom } from './transitions'

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

describe('transitions', () => {
  it('leave awaiting clarification as the mission document says, or back to where a later operation began', () => {
    expect(transitionsFrom('awaiting clarification').map(({ trigger, to }) => [trigger, to])).toEqual([
      ['clarification complete', 'processing'],
      ['clarification incomplete', 'awaiting clarification'],
      ['clarification wait over', 'decline'],
      ['processing deadline passed', 'decline'],
      ['clarification of a capture or cancel over', 'awaiting capture'],
      ['clarification of the first return over', 'success'],
      ['clarification of a further return over', 'partially refunded'],
      ['clarification of a further return on the same business day over', 'partially reversed'],
    ])
  })

  it('name one target for each status and trigger', () => {
    const moves = TRANSITIONS.map(({ from, trigger }) => `${from ?? ''}|${trigger}`)
    expect(new Set(moves).size).toBe(moves.length)
  })

  it('never leave decline, error, canceled, refunded or reversed', () => {
    for (const end of ['decline', 'error', 'canceled', 'refunded', 'reversed'] as const) {
      expect(transitionsFrom(end)).toEqual([])
    }
  })

  it('reach every status that a transition leaves', () => {
    const reached = new Set(TRANSITIONS.map((transition) => transition.to))
    for (const { from } of TRANSITIONS) if (from !== null) expect(reached).toContain(from)
  })
})
