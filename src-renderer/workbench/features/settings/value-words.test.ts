import { expect, it } from 'vitest'
import { DEFAULT_SWITCHES } from '#domain/project/project'
import { SWITCHES } from '#domain/project/switches'
import { valueWords } from './value-words'

it.each(SWITCHES.map((description) => [description.name, description] as const))(
  'the default of %s has words',
  (name, description) => {
    expect(valueWords(description, DEFAULT_SWITCHES[name])).toMatch(/^\S.{0,59}$/)
  },
)

it('says how many there are of what is a list', () => {
  const words = (name: string, value: unknown): string | undefined => {
    const description = SWITCHES.find((one) => one.name === name)
    return description === undefined ? undefined : valueWords(description, value)
  }
  expect(words('callbackRules', [{}])).toBe('1 rule')
  expect(words('collectedFields', [{}, {}])).toBe('2 fields')
  expect(words('allowedCallers', ['203.0.113.9', '::1'])).toBe('203.0.113.9, ::1')
  expect(words('outcome', { mode: 'hold' })).toBe('Held until you decide')
})
