import { describe, expect, it } from 'vitest'
import { faultMark, faultSentence } from './explain'
import { exampleOf, type Fault, FAULT_KINDS, FAULTS } from './fault-table'
import { durationWords } from './kind'
import type { FaultMatch, FaultWhen } from './rule'

const say = (fault: Fault, when: FaultWhen = { kind: 'always' }, match: FaultMatch = {}): string =>
  faultSentence({ fault, when, match })

describe('the explanation of a fault rule', () => {
  it('states its effect, frequency and scope', () => {
    expect(say({ kind: 'delay', ms: 90_000 })).toBe('Delays every callback by 1 min 30 s.')
    expect(say({ kind: 'drop' }, { kind: 'first', count: 3 }, { kinds: ['result', 'token'] })).toBe(
      'Drops the first 3 result or token callbacks of any payment: nothing is sent.',
    )
    expect(
      say(
        { kind: 'duplicate', copies: 2, gapMs: 500 },
        { kind: 'chance', percent: 12.5, seed: 7 },
        { projectId: 1001, target: '/pay' },
      ),
    ).toBe(
      'Sends about 12.5 % (at random, seed 7) of all callbacks of project 1001 to a target with “/pay” 2 more times, with gaps of 500 ms.',
    )
    expect(say({ kind: 'reorder', until: 'result', longestWaitMs: 0 }, { kind: 'first', count: 1 })).toBe(
      'Holds the first callback of any payment until a result of the same payment has been sent, however long that takes.',
    )
    expect(say({ kind: 'corruptSignature' }, { kind: 'first', count: 2 }, { kinds: ['intermediate'] })).toBe(
      'Corrupts the signature in the first 2 attempts to deliver an intermediate callback of any payment.',
    )
    expect(
      say({ kind: 'unknownField', path: 'a.b', value: '{"x":1}', signing: 'keep' }, undefined, {
        paymentKey: 'p1',
      }),
    ).toBe(
      'Adds a.b with {"x":1} in every attempt to deliver a callback of the payment with the key p1 and keeps the old signature.',
    )
    expect(say({ kind: 'drop' }, undefined, { kinds: ['result'], projectId: 7, paymentId: 'Order-7' })).toBe(
      'Drops every result callback of payment Order-7 of project 7: nothing is sent.',
    )
    expect(say({ kind: 'charset', charset: 'latin1', announce: false })).toBe(
      'Writes the body as latin1 in every attempt to deliver a callback, without naming it in the header.',
    )
    expect(say({ kind: 'cut', afterBytes: 1 })).toBe(
      'Cuts the connection after 1 byte in every attempt to deliver a callback.',
    )
  })

  it.each(FAULT_KINDS.map((kind) => [kind]))('is a complete sentence for the kind %s', (kind) => {
    const example = exampleOf(kind)
    for (const sentence of [say(example), faultMark({ name: 'n', fault: example })]) {
      expect(sentence).toMatch(/\.$/)
      expect(sentence).not.toMatch(/undefined|NaN| {2}/)
    }
    expect(faultMark({ name: 'Night', fault: example })).toContain('Rule “Night”: ')
    expect(FAULTS[kind].explanation).toMatch(/\.$/)
  })

  it('differs for each kind of fault', () => {
    expect(new Set(FAULT_KINDS.map((kind) => say(exampleOf(kind)))).size).toBe(FAULT_KINDS.length)
  })

  it('does not round durations', () => {
    expect([0, 1, 1001, 61_000, 3_600_000, 90_061_001].map(durationWords)).toEqual([
      '0 s',
      '1 ms',
      '1 s 1 ms',
      '1 min 1 s',
      '1 h',
      '1 d 1 h 1 min 1 s 1 ms',
    ])
  })
})
