import { describe, expect, it } from 'vitest'
import type { ResponseRule } from '#domain/response-rule/response-rule'
import { BenchError } from '#protocol/connection'
import { errorAt } from '#window/features/rules/rule-family'
import {
  likeCaptured,
  NEW_DRAFT,
  readRule,
  refusalOf,
  ruleDraft,
  type RuleDraft,
  ruleDraftOf,
} from './rule-draft'
import { emptyStep, type StepDraft } from './step-draft'

const A_RULE: ResponseRule = {
  id: 'first',
  name: 'down',
  enabled: true,
  match: { method: 'POST', path: '/shop/*', kinds: ['result', 'token'], projectId: 7, paymentId: 'a b' },
  steps: [
    { kind: 'reply', status: 503, headers: [['X', 'a: b']], body: '{}', delayMs: 1500 },
    { kind: 'silence' },
    { kind: 'reset', delayMs: 20 },
    { kind: 'forward', url: 'https://localhost:8443/hook', appendPath: false, verifyCertificate: false },
  ],
  after: 'pass',
  per: 'payment',
}
const aDraft = (change: Partial<RuleDraft>): RuleDraft => ({ ...NEW_DRAFT, ...change })
const aStep = (kind: StepDraft['kind'], change: Partial<StepDraft>): StepDraft => ({
  ...emptyStep(kind),
  ...change,
})
const errorsIn = (change: Partial<RuleDraft>) => readRule(aDraft(change), 'x', true).errors

describe('a draft of a rule', () => {
  it('converts back to the same rule', () => {
    expect(readRule(ruleDraftOf(A_RULE), 'first', true)).toEqual({ rule: A_RULE, errors: [] })
  })

  it('needs nothing but a response', () => {
    expect(readRule(NEW_DRAFT, 'x', false).rule).toEqual({
      id: 'x',
      name: '',
      enabled: false,
      match: {},
      steps: [{ kind: 'reply', status: 200, headers: [], body: '', delayMs: 0 }],
      after: 'last',
      per: 'callback',
    })
  })

  it('survives a reload', () => {
    const first = ruleDraftOf(A_RULE)
    expect(ruleDraft.parse(JSON.parse(JSON.stringify(first)))).toEqual(first)
  })

  it.each([{ a: 1 }, { steps: [{ kind: 'unheard' }] }])('is rejected if %j was stored', (stored) => {
    expect(ruleDraft.safeParse(stored).success).toBe(false)
  })
})

describe('errors of a rule', () => {
  it.each<[string, Partial<RuleDraft>, string]>([
    ['an invalid status', { steps: [aStep('reply', { status: '99' })] }, 'steps.0.status'],
    ['an interim status', { steps: [aStep('reply', { status: '101' })] }, 'steps.0.status'],
    ['a bad delay', { steps: [aStep('reply', {}), aStep('reset', { delay: 'soon' })] }, 'steps.1.delayMs'],
    ['a long delay', { steps: [aStep('reply', { delay: '121 s' })] }, 'steps.0.delayMs'],
    ['a line without a colon', { steps: [aStep('reply', { headers: 'Name value' })] }, 'steps.0.headers'],
    ['a missing address', { steps: [aStep('forward', {})] }, 'steps.0.url'],
    ['an odd address', { steps: [aStep('forward', { url: 'ftp://x' })] }, 'steps.0.url'],
    ['an invalid path', { path: 'callbacks' }, 'match.path'],
    ['an invalid method', { method: 'PO ST' }, 'match.method'],
    ['a long name', { name: 'n'.repeat(81) }, 'name'],
    ['no response', { steps: [] }, 'steps'],
  ])('report %s once, at its field', (_, change, field) => {
    const errors = errorsIn(change)
    expect(errors.map((error) => error.field)).toEqual([field])
    expect(errorAt(errors, field)).toMatch(
      /^(The \w+ must|Enter|Header line 1 |The delay is too long\. Enter at most 120 s)/,
    )
    expect(readRule(aDraft(change), 'x', true).rule).toBeNull()
  })

  it('name the header that cannot be sent', () => {
    const errors = errorsIn({ steps: [aStep('reply', { headers: 'A: 1\nContent-Length: 4' })] })
    expect(errorAt(errors, 'steps.0.headers')).toMatch(/^Header 2 must not be Content-Length/)
  })

  it('state whether their field is empty', () => {
    expect(errorsIn({ steps: [aStep('forward', {})] })[0]?.isEmpty).toBe(true)
    expect(errorsIn({ steps: [aStep('forward', { url: 'x' })] })[0]?.isEmpty).toBe(false)
  })

  it('include those that Paybench reports about the rule it received', () => {
    const issues = [
      { field: 'rule.steps.0.url', message: 'is this merchant listener itself' },
      { field: 'at', message: 'must be a whole number' },
    ]
    const { errors, rest } = refusalOf(new BenchError('invalid_params', 'refused', issues), NEW_DRAFT)
    expect(errorAt(errors, 'steps.0.url')).toBe('The address is this merchant listener itself.')
    expect(rest).toBe('at must be a whole number')
  })

  it('do not spread to fields with a similar name', () => {
    expect(errorAt([{ field: 'steps.10.url', message: 'x', isEmpty: false }], 'steps.1')).toBeNull()
  })
})

const likeOf = (body: string | null, path = '/shop/callback?x=1#y') =>
  likeCaptured({ method: 'POST', path, body })

describe('a rule for requests like a captured one', () => {
  it('matches the kind of a callback and its path', () => {
    expect(likeOf('{"payment":{"status":"success"}}')).toEqual({ kinds: ['result'], path: '/shop/callback' })
    const kinds = ['clarification']
    expect(likeOf('{"clarification_fields":{}}')).toEqual({ kinds, path: '/shop/callback' })
  })

  it('matches the kind of the sent callback, if that is known', () => {
    const captured = { method: 'POST', path: '/a', body: '{"clarification_fields":{}}' }
    const asSent = (kind: 'remaining' | 'other') =>
      likeCaptured({ ...captured, sentBy: { callbackId: 'cb_1', kind } })
    expect(asSent('remaining')).toEqual({ kinds: ['remaining'], path: '/a' })
    expect(asSent('other')).toEqual({ kinds: ['clarification'], path: '/a' })
  })

  it.each([null, '', 'no JSON', '[]', '{}'])('matches method and path if the body is %j', (body) => {
    expect(likeOf(body)).toEqual({ method: 'POST', path: '/shop/callback' })
  })

  it('leaves out a path that does not begin with a slash', () => {
    expect(likeOf('{}', 'http://elsewhere/x')).toEqual({ method: 'POST' })
  })
})
