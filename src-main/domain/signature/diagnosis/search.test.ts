import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { nodeCrypto as crypto } from '#e2e/fixtures/node-crypto'
import { fromPlain } from '#lib/json/node'
import { doAllSteps } from '#lib/steps'
import { canonicalise } from '#domain/signature/canonical'
import { type Surface, REFERENCE } from '#domain/signature/recipe'
import { dialects } from '#domain/signature/dialects'
import { diagnosing, shortVerdict, type Diagnosis } from './diagnose'
import { searching } from './search'
import { createSignedTexts } from './signed-texts'
import { seededRandom } from '#domain/testing/seeded'
import { randomMessage } from './testing/random-message'

const SECRET = 'mock-secret-7Rk2vQ'
const sign = (text: string): string => createHmac('sha512', SECRET).update(text).digest('base64')

const request = (data: object, surface: Surface, maxTries: number, lenient = false) =>
  ({
    root: fromPlain(data),
    surface,
    encoding: 'query',
    secret: SECRET,
    otherSecrets: [],
    lenient,
    crypto,
    maxTries: () => maxTries,
  }) as const
const diagnosisOf = (
  data: object,
  surface: Surface = 'form',
  maxTries = Infinity,
  lenient = false,
): Diagnosis => doAllSteps(diagnosing(request(data, surface, maxTries, lenient)))

/** Twenty kilobytes of data whose signature every mistake changes. */
const LARGE = {
  general: { project_id: 9041, payment_id: 'β', signature: sign('something else') },
  groups: Array.from({ length: 140 }, (_, index) => ({
    [`group:${String(index)}`]: 'Zoë <b> /',
    opt_in: index % 2 === 0,
    memo: null,
    level: index / 4,
    empty: '',
    list: ['n0', 'n1'],
    text: 'x'.repeat(40),
  })),
}

describe('the search', () => {
  it('starts from the reference, whose string to sign equals that of canonicalise for any message', () => {
    const chance = seededRandom(3)
    for (let left = 300; left > 0; left -= 1) {
      const { body, surface } = randomMessage(chance)
      const root = fromPlain({ ...body, signature: 'x', 0: { a: [1, { signature: '' }], 'b:c': 2 } })
      const canonical = canonicalise(root, dialects.REF, surface)
      const texts = createSignedTexts({
        root,
        surface,
        place: 'signature',
        bodyText: undefined,
        isFormEncoded: false,
      })
      expect(texts.textOf(REFERENCE)).toBe(canonical.ok ? canonical.text : '')
    }
  })

  it('makes at most one string between two steps, even if many recipes lead to the same one', () => {
    const root = fromPlain({ project_id: 1, x: Array.from({ length: 40 }, () => 0), signature: 'c2ln' })
    const message = {
      root,
      surface: 'api',
      place: 'signature',
      bodyText: undefined,
      isFormEncoded: false,
    } as const
    const texts = createSignedTexts(message)
    let made = 0
    const textOf: typeof texts.textOf = (recipe) => {
      made += 1
      return texts.textOf(recipe)
    }
    const search = { secret: SECRET, wrongKeys: [], crypto, received: 'c2ln', maxTries: 4000 }
    const steps = searching({ ...search, readings: [{ ...texts, textOf }] })
    const most: number[] = []
    for (let step = steps.next(); step.done !== true; step = steps.next()) {
      most.push(made)
      made = 0
    }
    expect(Math.max(...most)).toBe(1)
  })

  it('tries few enough signatures on twenty kilobytes to finish within seconds', () => {
    expect(JSON.stringify(LARGE).length).toBeGreaterThan(20_000)
    const diagnosis = diagnosisOf(LARGE, 'api')
    expect(diagnosis).toMatchObject({ state: 'unexplained', complete: true })
    expect(diagnosis.state === 'unexplained' ? diagnosis.tries : Infinity).toBeLessThan(4000)
  })

  it('stops after the given number of tries, and reports that it is incomplete', () => {
    expect(diagnosisOf(LARGE, 'api', 150)).toMatchObject({
      state: 'unexplained',
      complete: false,
      tries: 150,
    })
    expect(diagnosisOf(LARGE, 'api', 10)).toMatchObject({ state: 'unexplained', complete: false })
  })

  it('needs few tries to recognise a mistake that is visible in the received signature', () => {
    const hex = createHmac('sha512', SECRET).update('a:1').digest('hex')
    expect(diagnosisOf({ a: 1, signature: hex }, 'api', 10)).toMatchObject({ state: 'explained' })
  })

  it.each([
    [
      'a signature that is an object',
      'api',
      (much: object) => ({ general: { signature: much }, signature: 'x' }),
    ],
    ['a parameter of the page', 'form', (much: object) => ({ frame_mode: much, signature: 'x' })],
  ] as const)(
    'refuses unsigned data that would be too long if signed by mistake: %s',
    (_what, surface, place) => {
      const key = 'k'.repeat(10_000)
      const much = { [key]: Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`a${String(n)}`, n])) }
      expect(diagnosisOf(place(much), surface)).toMatchObject({
        state: 'unreadable',
        message: expect.stringContaining('The paths in the string to sign would have more than'),
      })
    },
  )

  it('can be interrupted between any two tries', () => {
    const steps = diagnosing(request({ a: 1, signature: sign('a:1;') }, 'api', Infinity))
    let yields = 0
    let step = steps.next()
    while (step.done !== true) {
      yields += 1
      step = steps.next()
    }
    expect(yields).toBeGreaterThan(1)
    expect(step.value.state).toBe('explained')
  })

  it('accepts what the form and a lenient project accept', () => {
    expect(diagnosisOf({ redirect: 'true', signature: sign('redirect:1') })).toEqual({ state: 'right' })
    const python = { k10: 1, k9: 2, signature: sign('k10:1;k9:2') }
    expect(diagnosisOf(python, 'api', Infinity, true)).toEqual({ state: 'right' })
    expect(diagnosisOf(python, 'api')).toMatchObject({ state: 'explained' })
  })

  it('reads boolean words of a form as booleans if the merchant did', () => {
    const signature = sign('a::b:1;redirect:1;')
    expect(diagnosisOf({ redirect: 'true', 'a:b': '1', signature })).toMatchObject({
      explanations: [{ mistakes: [{ id: 'trailingSemicolon' }] }],
    })
  })

  it.each([
    ['5', 5],
    [5, '5'],
  ])('does not distinguish a number from its text: %j signed, %j sent', (one, other) => {
    expect(diagnosisOf({ a: one, signature: sign('a:5') }, 'api')).toEqual({ state: 'right' })
    expect(diagnosisOf({ a: other, signature: sign('a:5') }, 'api')).toEqual({ state: 'right' })
  })

  it.each([
    ['missing', {}, 'no signature'],
    ['empty', { signature: '' }, 'is empty'],
  ])('has nothing to explain if the signature is %s', (_what, signature, message) => {
    const diagnosis = diagnosisOf({ a: 1, ...signature }, 'api')
    expect(diagnosis.state).toBe('unreadable')
    expect(shortVerdict(diagnosis)).toContain(message)
  })

  it('names other mistakes with the same result in the short verdict', () => {
    expect(shortVerdict(diagnosisOf({ a: 1, memo: null, signature: sign('a:1') }, 'api'))).toBe(
      'Parameters with an empty value were left out. An empty value stays as a line that ends with its colon; null is an empty value too. Other mistakes with the same result: null left out; Added after signing.',
    )
    expect(shortVerdict(diagnosisOf({ a: 1, signature: sign('a:1') }, 'api'))).toBeNull()
  })

  it.each([
    ['cut off', sign('a:1').slice(0, 64), 'cutOff'],
    ['in lower case', sign('a:1').toLowerCase(), 'lowerCased'],
    ['broken into lines', `${sign('a:1').slice(0, 76)}\r\n${sign('a:1').slice(76)}\r\n`, 'wrapped'],
    ['encoded as base64 twice', Buffer.from(sign('a:1')).toString('base64'), 'base64Twice'],
  ])('recognises a signature that is %s', (_what, signature, id) => {
    expect(diagnosisOf({ a: 1, signature }, 'api')).toMatchObject({ explanations: [{ mistakes: [{ id }] }] })
  })
})
