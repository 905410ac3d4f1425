import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exampleOf, type Fault, FAULT_KINDS } from './fault-table'
import { readPath } from './kind'
import {
  chanceAt,
  type CountedRule,
  decideFaults,
  type FaultRule,
  type FaultSubject,
  ruleProblems,
} from './rule'

const aRule = (id: string, fault: Fault, rest: Partial<FaultRule> = {}): FaultRule => ({
  id,
  name: id,
  enabled: true,
  match: {},
  when: { kind: 'always' },
  fault,
  ...rest,
})
const counter = (rule: FaultRule, evaluated = 0, fired = 0): CountedRule => ({ rule, evaluated, fired })
const result: FaultSubject = {
  projectId: 1001,
  kind: 'result',
  target: 'https://Shop.test/pay/ok',
  paymentKey: 'pay-1',
  paymentId: 'Order-7',
}
const decideAll = (rules: readonly FaultRule[], subject: FaultSubject = result) =>
  decideFaults(
    rules.map((rule) => counter(rule)),
    subject,
    ['message', 'attempt', 'wire'],
  )

describe('the match of a rule', () => {
  it.each([
    [{}, true],
    [{ projectId: 1001 }, true],
    [{ projectId: 1002 }, false],
    [{ kinds: ['token'] as const }, false],
    [{ target: 'shop.TEST' }, true],
    [{ target: 'other' }, false],
    [{ paymentKey: 'pay-1' }, true],
    [{ paymentKey: 'pay-2' }, false],
    [{ paymentId: 'oRDER-7' }, true],
    [{ paymentId: 'order-70' }, false],
    [{ paymentId: 'pay-1' }, false],
    [{ projectId: 1001, kinds: ['result'] as const, target: '/ok', paymentKey: 'pay-1' }, true],
  ])('%j fits the message: %s', (match, fits) => {
    expect(decideAll([aRule('r', { kind: 'drop' }, { match })]).evaluated).toHaveLength(Number(fits))
  })

  it('applies to nothing while the rule is disabled, and its target never matches a missing target', () => {
    expect(decideAll([aRule('r', { kind: 'drop' }, { enabled: false })]).evaluated).toEqual([])
    const rule = aRule('r', { kind: 'drop' }, { match: { target: 'x' } })
    expect(decideAll([rule], { ...result, target: null }).evaluated).toEqual([])
  })

  it('is evaluated only at the stage of its fault', () => {
    const rules = [counter(aRule('wire', { kind: 'http10' })), counter(aRule('message', { kind: 'drop' }))]
    expect(decideFaults(rules, result, ['message']).evaluated.map(({ id }) => id)).toEqual(['message'])
    expect(decideFaults(rules, result, ['attempt', 'wire']).evaluated.map(({ id }) => id)).toEqual(['wire'])
  })
})

describe('several rules on one message', () => {
  it('act together if they decide different aspects', () => {
    const rules = [
      aRule('type', { kind: 'contentType', contentType: 'text/plain' }),
      aRule('field', { kind: 'removeField', path: 'a', signing: 'keep' }),
      aRule('other', { kind: 'changeField', path: 'b', value: '1', signing: 'keep' }),
      aRule('slow', { kind: 'slowBody', bytesPerSecond: 10 }),
    ]
    expect(decideAll(rules).acting).toEqual(rules)
  })

  it.each<readonly [Fault, Fault]>([
    [
      { kind: 'delay', ms: 1 },
      { kind: 'delay', ms: 2 },
    ],
    [{ kind: 'delay', ms: 1 }, { kind: 'drop' }],
    [{ kind: 'duplicate', copies: 1, gapMs: 0 }, { kind: 'drop' }],
    [
      { kind: 'reorder', until: 'next', longestWaitMs: 0 },
      { kind: 'delay', ms: 1 },
    ],
    [{ kind: 'cut', afterBytes: 5 }, { kind: 'closeBeforeAnswer' }],
    [
      { kind: 'changeField', path: 'a.b', value: '1', signing: 'keep' },
      { kind: 'removeField', path: 'a.b', signing: 'keep' },
    ],
    [{ kind: 'corruptSignature' }, { kind: 'removeField', path: 'general.signature', signing: 'keep' }],
    [
      { kind: 'contentType', contentType: 'x/y' },
      { kind: 'charset', charset: 'latin1', announce: true },
    ],
  ])('let only the first one act: %j, then %j', (first, second) => {
    const [a, b] = [aRule('a', first), aRule('b', second)]
    expect(decideAll([a, b])).toEqual({ acting: [a], overruled: [{ rule: b, by: a }], evaluated: [a, b] })
    expect(decideAll([b, a]).acting).toEqual([b])
  })

  it('do not overrule others once their count is used up', () => {
    const used = aRule('used', { kind: 'drop' }, { when: { kind: 'first', count: 1 } })
    const late = aRule('late', { kind: 'delay', ms: 1 })
    expect(decideFaults([counter(used, 5, 1), counter(late)], result, ['message']).acting).toEqual([late])
  })
})

describe('how often a rule acts', () => {
  const acts = (rule: CountedRule): boolean => decideFaults([rule], result, ['message']).acting.length > 0

  it('depends on its firings, not on its evaluations', () => {
    const rule = aRule('r', { kind: 'drop' }, { when: { kind: 'first', count: 3 } })
    expect([0, 2, 3, 4].map((fired) => acts(counter(rule, 100, fired)))).toEqual([true, true, false, false])
  })

  it('is always the same for the same seed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff_ffff }), fc.nat(), (seed, n) => {
        const first = chanceAt(seed, n)
        expect(chanceAt(seed, n)).toBe(first)
        expect(first).toBeGreaterThanOrEqual(0)
        expect(first).toBeLessThan(1)
      }),
    )
  })

  it('matches its chance over many messages, for any seed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 0xffff_ffff }),
        fc.integer({ min: 1, max: 100 }),
        (seed, percent) => {
          const rule = aRule('r', { kind: 'drop' }, { when: { kind: 'chance', percent, seed } })
          const messages = 4000
          let fired = 0
          for (let n = 0; n < messages; n += 1) fired += Number(acts(counter(rule, n)))
          // Six standard deviations and a little: one false alarm in hundreds of millions.
          const p = percent / 100
          const spread = 6 * Math.sqrt(p * (1 - p) * messages) + 2
          expect(Math.abs(fired - p * messages)).toBeLessThanOrEqual(spread)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('differs between seeds, and does not repeat after 2^32 messages', () => {
    const draws = (seed: number) => Array.from({ length: 64 }, (_, n) => chanceAt(seed, n) < 0.5)
    const sequences = new Set(Array.from({ length: 200 }, (_, seed) => draws(seed).join()))
    expect(sequences.size).toBe(200)
    expect(chanceAt(1, 0x1_0000_0000)).not.toBe(chanceAt(1, 0))
  })
})

const dropRule = (change: Partial<FaultRule>): FaultRule => aRule('Rule', { kind: 'drop' }, change)
const fieldsOf = (change: Partial<FaultRule>) => ruleProblems(dropRule(change)).map(({ field }) => field)

it.each(FAULT_KINDS.map((kind) => [kind]))('a new rule of the editor is valid: %s', (kind) => {
  expect(ruleProblems(dropRule({ fault: exampleOf(kind) }))).toEqual([])
})

describe('a rule that cannot be used', () => {
  it.each<readonly [string, Partial<FaultRule>]>([
    ['name', { name: ' ' }],
    ['match.kinds', { match: { kinds: [] } }],
    ['match.target', { match: { target: '' } }],
    ['match.paymentKey', { match: { paymentKey: '' } }],
    ['match.paymentId', { match: { paymentId: '' } }],
    ['match.paymentId', { match: { paymentId: 'x'.repeat(256) } }],
    ['when.count', { when: { kind: 'first', count: 0 } }],
    ['when.count', { when: { kind: 'first', count: 1.5 } }],
    ['when.percent', { when: { kind: 'chance', percent: 0, seed: 1 } }],
    ['when.seed', { when: { kind: 'chance', percent: 5, seed: -1 } }],
    ['fault.ms', { fault: { kind: 'delay', ms: 0 } }],
    ['fault.copies', { fault: { kind: 'duplicate', copies: 101, gapMs: 0 } }],
    ['fault.path', { fault: { kind: 'removeField', path: 'a..b', signing: 'keep' } }],
    ['fault.value', { fault: { kind: 'changeField', path: 'a', value: "'x'", signing: 'keep' } }],
    ['fault.contentType', { fault: { kind: 'contentType', contentType: 'a\r\nX: 1' } }],
    ['fault.chunkBytes', { fault: { kind: 'chunked', chunkBytes: 0 } }],
    ['fault.afterBytes', { fault: { kind: 'cut', afterBytes: -1 } }],
  ])('is refused for %s: %j', (field, change) => {
    expect(fieldsOf(change)).toEqual([field])
    expect(ruleProblems(dropRule(change))[0]?.message).toMatch(/\.$/)
  })

  it('is refused with all reasons at once', () => {
    const fault: Fault = { kind: 'duplicate', copies: 0, gapMs: -1 }
    expect(fieldsOf({ name: '', fault })).toEqual(['name', 'fault.copies', 'fault.gapMs'])
  })

  it('is refused for an unknown choice, or for a flag that is not a boolean', () => {
    const problemsOf = (wrong: object) =>
      ruleProblems(dropRule({ fault: Object.assign({ ...exampleOf('charset') }, wrong) }))
    expect(problemsOf({ charset: 'ebcdic' })).toEqual([
      { field: 'fault.charset', message: expect.stringContaining('utf-16le') },
    ])
    expect(problemsOf({ announce: 'yes' })).toEqual([
      { field: 'fault.announce', message: expect.stringContaining('true or false') },
    ])
  })
})

describe('reading a path', () => {
  it.each([
    ['a', ['a']],
    ['a.0.b', ['a', '0', 'b']],
    [String.raw`a\.b.c`, ['a.b', 'c']],
    [String.raw`a\\.b`, ['a\\', 'b']],
    ['', null],
    ['a.', null],
    ['.a', null],
    [String.raw`a\b`, null],
    ['a\\', null],
  ])('turns %j into %j', (text, keys) => {
    expect(readPath(text)).toEqual(keys)
  })
})
