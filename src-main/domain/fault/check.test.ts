import { describe, expect, it } from 'vitest'
import { ruleProblems } from './check'
import type { Fault } from './fault'
import { FAULT_KINDS, FAULTS } from './fault-table'
import { readPath } from './path'
import type { FaultRule } from './rule'

const aRule = (change: Partial<FaultRule> = {}): Omit<FaultRule, 'id' | 'enabled'> => ({
  name: 'Rule',
  match: {},
  when: { kind: 'always' },
  fault: { kind: 'drop' },
  ...change,
})
const fieldsOf = (change: Partial<FaultRule>) => ruleProblems(aRule(change)).map(({ field }) => field)

describe('a rule that can be used', () => {
  it.each(FAULT_KINDS.map((kind) => [kind]))('is the example of %s, and the form begins with it', (kind) => {
    const { example, parameters } = FAULTS[kind]
    expect(ruleProblems(aRule({ fault: example }))).toEqual([])
    const values: Readonly<Record<string, unknown>> = { ...example }
    expect(Object.keys(values).sort()).toEqual(['kind', ...parameters.map(({ name }) => name)].sort())
    for (const { name, shape } of parameters) expect(shape.initial).toEqual(values[name])
  })
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
    ['when.percent', { when: { kind: 'chance', percent: NaN, seed: 1 } }],
    ['when.seed', { when: { kind: 'chance', percent: 5, seed: -1 } }],
    ['fault.ms', { fault: { kind: 'delay', ms: 0 } }],
    ['fault.ms', { fault: { kind: 'delay', ms: NaN } }],
    ['fault.copies', { fault: { kind: 'duplicate', copies: 101, gapMs: 0 } }],
    ['fault.path', { fault: { kind: 'removeField', path: 'a..b', signing: 'keep' } }],
    ['fault.value', { fault: { kind: 'changeField', path: 'a', value: "'x'", signing: 'keep' } }],
    ['fault.contentType', { fault: { kind: 'contentType', contentType: 'a\r\nX: 1' } }],
    ['fault.chunkBytes', { fault: { kind: 'chunked', chunkBytes: 0 } }],
    ['fault.afterBytes', { fault: { kind: 'cut', afterBytes: -1 } }],
  ])('is refused for %s: %j', (field, change) => {
    expect(fieldsOf(change)).toEqual([field])
    expect(ruleProblems(aRule(change))[0]?.message).toMatch(/\.$/)
  })

  it('is refused with all reasons at once', () => {
    const fault: Fault = { kind: 'duplicate', copies: 0, gapMs: -1 }
    expect(fieldsOf({ name: '', fault })).toEqual(['name', 'fault.copies', 'fault.gapMs'])
  })

  it('has choices and flags of its own', () => {
    const { example } = FAULTS.charset
    const problemsOf = (wrong: object) => ruleProblems(aRule({ fault: Object.assign({ ...example }, wrong) }))
    expect(problemsOf({ charset: 'ebcdic' })).toEqual([
      { field: 'fault.charset', message: expect.stringContaining('utf-16le') },
    ])
    expect(problemsOf({ announce: 'yes' })).toEqual([
      { field: 'fault.announce', message: expect.stringContaining('true or false') },
    ])
  })
})

describe('a path', () => {
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
  ])('%s', (text, keys) => {
    expect(readPath(text)).toEqual(keys)
  })
})
