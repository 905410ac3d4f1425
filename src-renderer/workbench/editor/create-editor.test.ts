import { describe, expect, it } from 'vitest'
import { jsonProblems } from './create-editor'

const markedParts = (text: string): readonly string[] =>
  jsonProblems(text).map(({ from, to, severity }) => `${severity} ${text.slice(from, to)}`)

describe('jsonProblems', () => {
  it('finds no problem in valid JSON', () => {
    expect(jsonProblems('{"a": [1, {"b": null}]}')).toEqual([])
  })

  it.each([
    ['{"a":1,}', 'error }'],
    ['{"a" 1}', 'error 1'],
    ['{"a":1', 'error 1'],
    ['', 'error '],
    ['{"a": "x\n}', 'error "'],
  ])('marks the character at which reading %j fails', (text, expected) => {
    expect(markedParts(text)).toEqual([expected])
  })

  it('warns at every value of a repeated key', () => {
    expect(markedParts('{"a":{"b":1,"b":"two"}}')).toEqual(['warning 1', 'warning two'])
  })
})
