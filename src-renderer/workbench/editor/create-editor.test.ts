import { describe, expect, it } from 'vitest'
import { jsonProblems } from './create-editor'

const marked = (text: string): readonly string[] =>
  jsonProblems(text).map(({ from, to, severity }) => `${severity} ${text.slice(from, to)}`)

describe('problems of a JSON text', () => {
  it('has none in JSON', () => {
    expect(jsonProblems('{"a": [1, {"b": null}]}')).toEqual([])
  })

  it.each([
    ['{"a":1,}', 'error }'],
    ['{"a" 1}', 'error 1'],
    ['{"a":1', 'error 1'],
    ['', 'error '],
  ])('points at the character where %j breaks off', (text, expected) => {
    expect(marked(text)).toEqual([expected])
  })

  it('warns of every place of a key that is repeated', () => {
    expect(marked('{"a":{"b":1,"b":"two"}}')).toEqual(['warning 1', 'warning two'])
  })
})
