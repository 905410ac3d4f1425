import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyOf, type DraftSource, editOf, freshDraft, inLayout, wholeEditOf } from './message-draft'

const source = (body: string | null): DraftSource => ({
  method: 'POST',
  target: 'http://127.0.0.1:9/callbacks',
  headers: [
    ['Content-Type', 'application/json'],
    ['Content-Length', '7'],
  ],
  body,
})

describe('a draft of a message', () => {
  it('sends no changes until it is edited', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), fc.constant('{ "a" : 1.0 }')), (body) => {
        const fresh = freshDraft(source(body))
        expect(bodyOf(fresh)).toBe(body)
        expect(editOf(fresh, source(body))).toEqual({ signing: 'resign' })
      }),
    )
  })

  it('lays out a compact body, and sends it compact', () => {
    const fresh = freshDraft(source('{"a":1,"a":"\\u00fc"}'))
    expect(fresh.text).toBe('{\n  "a": 1,\n  "a": "\\u00fc"\n}')
    const edited = { ...fresh, text: fresh.text.replace('1', '1.50') }
    expect(editOf(edited, source('{"a":1,"a":"\\u00fc"}'))).toEqual({
      body: '{"a":1.50,"a":"\\u00fc"}',
      signing: 'resign',
    })
  })

  it('sends exactly what is written if the original contains white space', () => {
    const fresh = freshDraft(source('{ "a": 1 }'))
    expect(fresh).toMatchObject({ layout: 'exact', text: '{ "a": 1 }' })
    expect(bodyOf({ ...fresh, text: '{ "a" :2}' })).toBe('{ "a" :2}')
  })

  it('switches layouts without changing the body', () => {
    const fresh = freshDraft(source('{"a":[1,2]}'))
    const exact = inLayout(fresh, 'exact')
    expect(exact.text).toBe('{"a":[1,2]}')
    expect(inLayout(exact, 'laidOut')).toEqual(fresh)
    expect(inLayout({ ...fresh, text: 'no JSON ' }, 'exact').text).toBe('no JSON ')
    expect(bodyOf({ ...fresh, text: 'no JSON ' })).toBe('no JSON ')
  })

  it('keeps bytes that are not text', () => {
    const fresh = freshDraft(source(null))
    expect(editOf(fresh, source(null))).toEqual({ signing: 'keep' })
    expect(editOf({ ...fresh, keepsBytes: false, text: 'x' }, source(null))).toMatchObject({ body: 'x' })
  })

  it('includes other edits, and the place and value of the signature where they apply', () => {
    const fresh = freshDraft(source('{}'))
    const edited = { ...fresh, method: 'PUT', target: 'http://127.0.0.1:9/other' }
    expect(editOf({ ...edited, place: 'general', signing: 'own', signature: 'x' }, source('{}'))).toEqual({
      method: 'PUT',
      target: 'http://127.0.0.1:9/other',
      signing: 'own',
      place: 'general',
      signature: 'x',
    })
    expect(editOf({ ...fresh, place: 'general', signing: 'omit' }, source('{}'))).toEqual({ signing: 'omit' })
    expect(editOf({ ...fresh, headers: 'X-Trace: 7\nOdd' }, source('{}'))).toMatchObject({
      headers: [
        ['X-Trace', '7'],
        ['Odd', ''],
      ],
    })
    expect(editOf({ ...fresh, repeat: true }, source('{}'))).toEqual({ signing: 'resign', repeat: true })
    expect(wholeEditOf(fresh, source('{}'))).toEqual({ signing: 'resign', body: '{}' })
  })
})
