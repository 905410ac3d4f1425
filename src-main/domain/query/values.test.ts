import { describe, expect, it } from 'vitest'
import { nearestName } from './fields'
import { amountBounds, enumValue, numberBounds, timeBounds } from './values'

const now = Date.parse('2031-04-09T16:20:05.000Z')
const ms = (iso: string): number => Date.parse(iso)

describe('an amount', () => {
  it('is compared in thousandths of the currency unit', () => {
    expect(amountBounds(':', '12.5')).toEqual({ min: 12_500n, max: 12_500n })
    expect(amountBounds('>', '1000')).toEqual({ min: 1_000_001n })
    expect(amountBounds('<', '0.001')).toEqual({ max: 0n })
    expect(amountBounds('>=', '10000000000000')).toEqual({ min: 10_000_000_000_000_000n })
    expect(amountBounds('<=', '7')).toEqual({ max: 7000n })
  })

  it.each(['', '-1', '1,5', '1.', '.5', '1e3', '1.0000'])('is not %j', (text) => {
    expect(amountBounds(':', text)).toBeNull()
  })
})

describe('a time', () => {
  it('can be a day in UTC', () => {
    expect(timeBounds(':', 'today', now)).toEqual({ min: ms('2031-04-09'), max: ms('2031-04-10') - 1 })
    expect(timeBounds(':', 'Yesterday', now)).toEqual({ min: ms('2031-04-08'), max: ms('2031-04-09') - 1 })
    expect(timeBounds('=', '2028-02-29', now)).toEqual({ min: ms('2028-02-29'), max: ms('2028-03-01') - 1 })
    expect(timeBounds(':', '2031-12', now)).toEqual({ min: ms('2031-12-01'), max: ms('2032-01-01') - 1 })
  })

  it('has the precision with which it was written', () => {
    expect(timeBounds(':', '2031-04-09T10:05', now)).toEqual({
      min: ms('2031-04-09T10:05:00Z'),
      max: ms('2031-04-09T10:06:00Z') - 1,
    })
    expect(timeBounds('>', '2031-04-09t10:05:01.500z', now)).toEqual({ min: ms('2031-04-09T10:05:01.501Z') })
  })

  it('means the complete day if it is a date', () => {
    expect(timeBounds('>', '2031-04-08', now)).toEqual({ min: ms('2031-04-09') })
    expect(timeBounds('>=', '2031-04-08', now)).toEqual({ min: ms('2031-04-08') })
    expect(timeBounds('<', '2031-04-08', now)).toEqual({ max: ms('2031-04-08') - 1 })
    expect(timeBounds('<=', '2031-04-08', now)).toEqual({ max: ms('2031-04-09') - 1 })
  })

  it('can be a span before now', () => {
    expect(timeBounds(':', '1h', now)).toEqual({ min: now - 3_600_000 })
    expect(timeBounds(':', '30m', now)).toEqual({ min: now - 1_800_000 })
    expect(timeBounds('<', '2d', now)).toEqual({ max: now - 172_800_000 - 1 })
  })

  it.each(['', 'tomorrow', '2031', '2031-13-01', '2031-02-29', '2031-04-09T25:00', '1y'])(
    'is not %j',
    (text) => {
      expect(timeBounds(':', text, now)).toBeNull()
    },
  )
})

describe('a number', () => {
  it('may be a class of HTTP statuses', () => {
    expect(numberBounds(':', '5xx')).toEqual({ min: 500, max: 599 })
    expect(numberBounds('>', '2XX')).toEqual({ min: 300 })
    expect(numberBounds('<', '200')).toEqual({ max: 199 })
    expect(numberBounds(':', '1.5')).toBeNull()
  })
})

describe('a word', () => {
  it('matches an enum value in any letter case, with _ for a space', () => {
    expect(enumValue(['awaiting capture', 'unknown_project'], 'Awaiting_Capture')).toBe('awaiting capture')
    expect(enumValue(['unknown_project'], 'unknown project')).toBe('unknown_project')
    expect(enumValue(['success'], 'succes')).toBeNull()
  })

  it('has a nearest name only if one is similar enough', () => {
    const names = ['status', 'amount', 'created']
    expect(nearestName(names, 'statsu')).toBe('status')
    expect(nearestName(names, 'amo')).toBe('amount')
    expect(nearestName(names, 'method')).toBeNull()
    expect(nearestName(names, '')).toBeNull()
  })
})
