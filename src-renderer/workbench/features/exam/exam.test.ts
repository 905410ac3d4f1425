import { describe, expect, it } from 'vitest'
import { paramsOf, readForm, suggestedCallbackUrl } from './exam-form'
import type { ExamRuleSummary, ExamSummary } from '#protocol/exam'
import { askedCount, examTally, rulesInOrder, shownBy } from './rule-words'

describe('exam-form', () => {
  const EMPTY_FORM = readForm(undefined)

  it('sends what was typed, and no value for empty fields', () => {
    const form = { ...EMPTY_FORM, callbackUrl: ' http://127.0.0.1:4000/hooks ', projectId: '9041' }
    expect(paramsOf(form, '')).toEqual({
      callbackUrl: 'http://127.0.0.1:4000/hooks',
      projectId: 9041,
      platformPort: 8630,
      checkout: null,
      orders: null,
      clarification: false,
      statusRequests: false,
      hosts: [],
    })
    const whole = { ...form, checkout: 'http://x/c', orders: 'http://x/{payment_id}', amount: 'order.paid' }
    expect(paramsOf({ ...whole, state: 'order.state', hosts: 'a.test, b.test' }, 's')).toMatchObject({
      checkout: { method: 'POST', url: 'http://x/c' },
      orders: {
        state: ['order', 'state'],
        paid: ['paid', 'success', 'completed'],
        amount: ['order', 'paid'],
        deliveries: null,
      },
      hosts: ['a.test', 'b.test'],
      secret: 's',
    })
  })

  it('restores each stored field separately, and replaces an invalid one with its default', () => {
    expect(EMPTY_FORM).toMatchObject({
      callbackUrl: '',
      method: 'POST',
      platformPort: '8630',
      clarification: false,
      statusRequests: false,
    })
    expect(readForm('{')).toEqual(EMPTY_FORM)
    expect(readForm('[1]')).toEqual(EMPTY_FORM)
    expect(readForm(JSON.stringify({ callbackUrl: 'http://x', clarification: 1, method: 'PUT' }))).toEqual({
      ...EMPTY_FORM,
      callbackUrl: 'http://x',
    })
  })

  it('suggests the callback address of the last exam, or of the project', () => {
    const own = ['http://127.0.0.1:8620', 'https://127.0.0.1:8621']
    const shop = { callbackUrl: 'http://127.0.0.1:4000/hooks' }
    expect(suggestedCallbackUrl({ callbackUrl: 'http://127.0.0.1:5000/c' }, shop, own)).toBe(
      'http://127.0.0.1:5000/c',
    )
    expect(suggestedCallbackUrl(null, shop, own)).toBe(shop.callbackUrl)
    // The capture server of this bench is not a merchant to examine.
    expect(suggestedCallbackUrl(null, { callbackUrl: `${own[0] ?? ''}/callbacks` }, own)).toBe('')
    expect(suggestedCallbackUrl(null, { callbackUrl: 'http://127.0.0.1:86200/callbacks' }, own)).not.toBe('')
    expect(suggestedCallbackUrl(null, { callbackUrl: null }, own)).toBe('')
    expect(suggestedCallbackUrl(null, null, own)).toBe('')
  })
})

describe('rule-words', () => {
  const rule = (number: number, verdict: ExamRuleSummary['verdict'], questions = 0): ExamRuleSummary => ({
    number,
    title: `Rule ${number}`,
    verdict,
    reason: '',
    questions,
  })

  const exam = (state: ExamSummary['state']): ExamSummary =>
    ({
      state,
      // Rule 1 has a question that was answered; only those of rule 2 await an answer.
      rules: [rule(1, 'passed', 1), rule(2, 'not observed', 2), rule(3, 'not observed'), rule(4, 'failed')],
    }) as unknown as ExamSummary

  const numbers = (rules: readonly ExamRuleSummary[]): readonly number[] => rules.map(({ number }) => number)

  it('shows only the rules that await an answer, as many as the tally says', () => {
    expect(numbers(rulesInOrder(exam('done'), 'asked'))).toEqual([2])
    expect(askedCount(exam('done'))).toBe(1)
    expect(examTally(exam('done'))).toBe('1 passed, 1 failed, 2 not observed; 1 needs your answer')
  })

  it('keeps an answered rule in its place among those that await an answer', () => {
    const answered = { ...exam('done'), rules: [rule(1, 'passed', 1), rule(2, 'not observed', 2)] }
    expect(numbers(rulesInOrder(answered, 'asked', new Set([1, 2])))).toEqual([1, 2])
    expect(numbers(rulesInOrder(answered, 'asked'))).toEqual([2])
    const kept = shownBy(exam('done'), 'not observed')
    const both = {
      ...exam('done'),
      rules: [rule(1, 'passed', 1), rule(2, 'passed', 2), rule(3, 'not observed')],
    }
    expect(numbers(rulesInOrder(both, 'not observed', kept))).toEqual([2, 3])
  })

  it('counts no questions while the exam runs', () => {
    expect(askedCount(exam('running'))).toBe(0)
  })

  it('lists failed rules first after the exam, but keeps the order of the contract during it', () => {
    expect(numbers(rulesInOrder(exam('done'), null))).toEqual([4, 2, 3, 1])
    expect(numbers(rulesInOrder(exam('running'), null))).toEqual([1, 2, 3, 4])
    expect(numbers(rulesInOrder(exam('done'), 'passed'))).toEqual([1])
  })
})
