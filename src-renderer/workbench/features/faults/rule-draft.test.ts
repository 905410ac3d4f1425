import { describe, expect, it } from 'vitest'
import { exampleOf, FAULT_KINDS } from '#domain/fault/fault-table'
import type { FaultRule } from '#domain/fault/rule'
import { draftErrors, draftOfRule, ruleDraft, ruleOfDraft, withKind } from './rule-draft'

const aRule = (change: Partial<FaultRule> = {}): FaultRule => ({
  id: 'r1',
  name: 'Rule',
  enabled: true,
  match: {},
  when: { kind: 'always' },
  fault: { kind: 'drop' },
  ...change,
})

describe('a draft of a fault rule', () => {
  it.each(FAULT_KINDS.map((kind) => [kind]))('converts back to the same rule: %s', (kind) => {
    const rules = [
      aRule({ fault: exampleOf(kind) }),
      aRule({
        fault: exampleOf(kind),
        match: { projectId: 7, kinds: ['token', 'result'], target: '/x', paymentId: 's', paymentKey: 'p' },
        when: { kind: 'chance', percent: 12.5, seed: 99 },
      }),
      aRule({ fault: exampleOf(kind), when: { kind: 'first', count: 3 } }),
    ]
    for (const rule of rules) {
      const draft = draftOfRule(rule)
      expect(ruleOfDraft(draft, rule)).toEqual(rule)
      expect(ruleDraft.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
      expect(draftErrors(draft)).toEqual([])
    }
  })

  it('reports the fields that cannot be used', () => {
    const draft = draftOfRule(aRule({ fault: exampleOf('duplicate') }))
    const change = { when: 'first', count: '', name: ' ', entry: { copies: 'two', gapMs: '0' } } as const
    const typed = { ...draft, ...change }
    expect(draftErrors(typed).map(({ field }) => field)).toEqual(['name', 'when.count', 'fault.copies'])
  })

  it('names the units in which a time is typed', () => {
    const draft = { ...draftOfRule(aRule({ fault: exampleOf('delay') })), entry: { ms: 'soon' } }
    expect(draftErrors(draft).map(({ message }) => message)).toEqual([
      'Enter a time of at most 11 d, such as 1.5 s or 2 min.',
    ])
  })

  it('says in one sentence beside a field why its value is not JSON', () => {
    const draft = { ...draftOfRule(aRule({ fault: exampleOf('changeField') })), entry: { value: '{' } }
    expect(draftErrors(draft).map(({ message }) => message)).toEqual([
      'Not JSON: expected a key in double quotes at line 1, column 2, found the end of the text.',
    ])
  })

  it('changes its name with its kind only if the name repeats the kind', () => {
    const delay = { name: 'Delay', entry: { ms: '30 s' } }
    expect(withKind(draftOfRule(aRule({ name: 'Drop' })), 'delay')).toMatchObject(delay)
    expect(withKind(draftOfRule(aRule({ name: 'Mine' })), 'cut').name).toBe('Mine')
  })

  it('is read even if a version without payment ids stored it', () => {
    const { paymentId: _later, ...typed } = draftOfRule(aRule({ match: { paymentKey: 'p' } }))
    const read = ruleDraft.parse(JSON.parse(JSON.stringify(typed)))
    expect(read).toMatchObject({ paymentId: '', paymentKey: 'p' })
  })

  it.each([{}, { kind: 'explode' }])('is rejected if %j was stored', (stored) => {
    expect(ruleDraft.safeParse(stored).success).toBe(false)
  })
})
