import { describe, expect, it } from 'vitest'
import { likeCaptured } from './like-captured'

const likeOf = (body: string | null, path = '/shop/callback?x=1#y') =>
  likeCaptured({ method: 'POST', path, body })

describe('a rule for requests like a captured one', () => {
  it('matches the kind of a callback and its path', () => {
    expect(likeOf('{"payment":{"status":"success"}}')).toEqual({ kinds: ['result'], path: '/shop/callback' })
    expect(likeOf('{"clarification_fields":{}}')).toEqual({
      kinds: ['clarification'],
      path: '/shop/callback',
    })
  })

  it('matches the kind of the sent callback, where that is known', () => {
    const asSent = (kind: 'remaining' | 'other') =>
      likeCaptured({
        method: 'POST',
        path: '/a',
        body: '{"clarification_fields":{}}',
        sentBy: { callbackId: 'cb_1', kind },
      })
    expect(asSent('remaining')).toEqual({ kinds: ['remaining'], path: '/a' })
    expect(asSent('other')).toEqual({ kinds: ['clarification'], path: '/a' })
  })

  it.each([null, '', 'no JSON', '[]', '{}'])('matches method and path where the body is %j', (body) => {
    expect(likeOf(body)).toEqual({ method: 'POST', path: '/shop/callback' })
  })

  it('leaves a path out that is none', () => {
    expect(likeOf('{}', 'http://elsewhere/x')).toEqual({ method: 'POST' })
  })
})
