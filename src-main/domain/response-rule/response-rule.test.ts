import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fitsRequest,
  forwardAddress,
  isOtherScript,
  type MatchableRequest,
  type ResponseRule,
  responseSentence,
  stepAt,
} from './response-rule'

const reply = (status: number, delayMs = 0) =>
  ({ kind: 'reply', status, headers: [], body: '', delayMs }) as const

const aRule = (change: Partial<ResponseRule> = {}): ResponseRule => ({
  id: 'r',
  name: '',
  enabled: true,
  match: {},
  steps: [reply(500), reply(500), reply(200)],
  after: 'last',
  per: 'rule',
  ...change,
})

const request: MatchableRequest = {
  method: 'POST',
  target: '/callbacks/shop?x=1',
  kind: 'result',
  projectId: 1,
  paymentId: 'Order-7',
}

describe('a rule', () => {
  it.each([
    [{}, true],
    [{ method: 'POST', path: '/callbacks/*', kinds: ['result'], projectId: 1, paymentId: 'order-7' }, true],
    [{ method: 'PUT' }, false],
    [{ path: '/callbacks' }, false],
    [{ path: '/callbacks/shop' }, true],
    [{ kinds: ['clarification', 'token'] }, false],
    [{ projectId: 2 }, false],
    [{ paymentId: 'order-70' }, false],
  ] as const)('with the match %j fits the request: %s', (match, expected) => {
    expect(fitsRequest(aRule({ match }), request)).toBe(expected)
  })

  it('fits no request while it is disabled', () => {
    expect(fitsRequest(aRule({ enabled: false }), request)).toBe(false)
  })

  it('matches paths as the equivalent regular expression does', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '*'), maxLength: 8 })
    fc.assert(
      fc.property(part, part, (pattern, path) => {
        const expected = new RegExp(
          `^${pattern
            .split('*')
            .map((text) => text.replaceAll('.', '\\.'))
            .join('.*')}$`,
          's',
        ).test(path)
        const rule = aRule({ match: { path: pattern } })
        expect(fitsRequest(rule, { ...request, target: `${path}?x=1` })).toBe(expected)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('the steps of a rule', () => {
  const statuses = (rule: ResponseRule, count: number) =>
    Array.from({ length: count }, (_, used) => {
      const step = stepAt(rule, used)
      return step?.kind === 'reply' ? step.status : step
    })

  it('repeat the last one, start again, or leave the request to the next rule', () => {
    expect(statuses(aRule(), 5)).toEqual([500, 500, 200, 200, 200])
    expect(statuses(aRule({ after: 'again' }), 5)).toEqual([500, 500, 200, 500, 500])
    expect(statuses(aRule({ after: 'pass' }), 5)).toEqual([500, 500, 200, null, null])
  })
})

describe('a rule in words', () => {
  it.each([
    [aRule({ steps: [reply(500)] }), 'Every request: respond with 500.'],
    [
      aRule({ match: { kinds: ['other'] }, steps: [reply(404)] }),
      'Every request that is not a callback: respond with 404.',
    ],
    [
      aRule({ match: { kinds: ['result', 'other'] }, steps: [reply(404)] }),
      'Every result callback or request that is not a callback: respond with 404.',
    ],
    [
      aRule({ match: { path: '/cb', kinds: ['result', 'token'], paymentId: 'o-1' }, after: 'again' }),
      'Every result or token callback to /cb of payment o-1: respond with 500, then respond with 500, then respond with 200, then start again; steps are counted across all requests.',
    ],
    [
      aRule({ steps: [{ kind: 'silence' }], after: 'pass', per: 'payment' }),
      'Every request: never respond, but only once; steps are counted separately for each payment.',
    ],
    [
      aRule({ steps: [reply(500), reply(200)], per: 'callback' }),
      'Every request: respond with 500, then respond with 200, then repeat the last one; steps are counted separately for each callback.',
    ],
    [
      aRule({
        match: { method: 'POST', projectId: 4 },
        steps: [
          { kind: 'reset', delayMs: 1500 },
          { kind: 'forward', url: 'https://shop.test/cb', appendPath: true, verifyCertificate: true },
        ],
      }),
      'Every POST request of project 4: reset the connection after 1.5 s, then forward the request to https://shop.test/cb, keeping its path, and return the response from there, then repeat the last one; steps are counted across all requests.',
    ],
  ])('is the expected sentence (case %#)', (rule, sentence) => {
    expect(responseSentence(rule)).toBe(sentence)
  })
})

it('a rule has another script if its responses change, but not if its name or match does', () => {
  expect(isOtherScript(aRule(), aRule({ name: 'x', match: { method: 'PUT' } }))).toBe(false)
  expect(isOtherScript(aRule(), aRule({ after: 'again' }))).toBe(true)
  expect(isOtherScript(aRule(), aRule({ steps: [reply(200)] }))).toBe(true)
})

describe('the address that a request is passed on to', () => {
  it.each([
    ['https://shop.test/cb', false, 'https://shop.test/cb'],
    ['https://shop.test/cb', true, 'https://shop.test/cb/callbacks?a=1'],
    ['https://shop.test/', true, 'https://shop.test/callbacks?a=1'],
  ])('for the URL %s, with appendPath %s, is %s', (url, appendPath, address) => {
    expect(forwardAddress({ url, appendPath }, '/callbacks?a=1')).toBe(address)
  })

  it('is the bare address for a target without a path', () => {
    expect(forwardAddress({ url: 'https://shop.test', appendPath: true }, '*')).toBe('https://shop.test')
  })
})
