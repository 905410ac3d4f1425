import { expect, it } from 'vitest'
import { encodeUtf8 } from '#lib/bytes/utf8'
import { hostileFilter, hostileForm, hostileJson, seededRandom } from './amplification'

const SIZES = [1, 10, 100, 10_000, 200_000]
const seeds = Array.from({ length: 100 }, (_, at) => at + 1)

it('makes the same input of the same seed, within its budget', () => {
  for (const seed of seeds) {
    for (const size of SIZES) {
      const json = hostileJson(seededRandom(seed), size)
      expect(encodeUtf8(json).length).toBeLessThanOrEqual(size)
      expect(hostileJson(seededRandom(seed), size)).toBe(json)
      const form = hostileForm(seededRandom(seed), size)
      expect(form.length).toBeLessThanOrEqual(size)
      expect(new TextDecoder('latin1').decode(hostileForm(seededRandom(seed), size))).toBe(
        new TextDecoder('latin1').decode(form),
      )
    }
    expect(hostileFilter(seededRandom(seed))).toBe(hostileFilter(seededRandom(seed)))
  }
})

it('makes mostly JSON, large and small, deep and wide', () => {
  const texts = seeds.map((seed) => hostileJson(seededRandom(seed), 50_000))
  const valid = texts.filter((text) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  })
  expect(valid.length).toBeGreaterThan(40)
  expect(texts.some((text) => text.length > 20_000)).toBe(true)
  expect(texts.some((text) => text.length < 1000)).toBe(true)
  expect(texts.some((text) => /[[{]{200}|(?:\{"K+":){100}/.test(text))).toBe(true)
  expect(texts.some((text) => text.split(',').length > 1000)).toBe(true)
})
