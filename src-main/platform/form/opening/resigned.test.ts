import { describe, expect, it } from 'vitest'
import { nodeCrypto as crypto } from '#e2e/fixtures/node-crypto'
import { encodeUtf8 } from '#lib/bytes/utf8'
import { signPlain } from '#domain/signature/sign'
import { readParameters } from './read-parameters'
import { resignedOpening } from './resigned'

const SECRET = 'a secret'
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const RIGHT = signPlain({ payment_id: 'o 1', project_id: '7' }, SECRET, crypto, 'form')
const get = (query: string) => ({
  method: 'GET',
  target: `/payment?${query}`,
  contentType: null,
  body: new Uint8Array(0),
})
const post = (body: string, contentType: string) => ({
  method: 'POST',
  target: '/payment',
  contentType,
  body: encodeUtf8(body),
})
const FORM = 'application/x-www-form-urlencoded'

describe('re-signing an opening', () => {
  it('replaces the signature in the query, and nothing else', () => {
    const made = resignedOpening(get('project_id=7&signature=old&payment_id=o+1'), 'resign', SECRET, crypto)
    expect(made).toMatchObject({
      ok: true,
      target: `/payment?project_id=7&signature=${encodeURIComponent(RIGHT)}&payment_id=o+1`,
    })
  })

  it('appends the signature to the parameters if there was none', () => {
    expect(resignedOpening(get('project_id=7&payment_id=o+1'), 'resign', SECRET, crypto)).toMatchObject({
      target: `/payment?project_id=7&payment_id=o+1&signature=${encodeURIComponent(RIGHT)}`,
    })
  })

  it('works in form-encoded and JSON bodies', () => {
    const form = resignedOpening(
      post('project_id=7&payment_id=o+1&signature=', FORM),
      'resign',
      SECRET,
      crypto,
    )
    expect(form.ok && text(form.body)).toBe(
      `project_id=7&payment_id=o+1&signature=${encodeURIComponent(RIGHT)}`,
    )
    const json = resignedOpening(
      post('{"project_id": "7", "signature": "x", "payment_id": "o 1"}', 'application/json'),
      'resign',
      SECRET,
      crypto,
    )
    expect(json.ok && text(json.body)).toBe(
      `{"project_id": "7", "signature": "${RIGHT}", "payment_id": "o 1"}`,
    )
  })

  it('can omit, corrupt or keep the signature', () => {
    const request = get('signature=old&project_id=7&payment_id=o+1')
    expect(resignedOpening(request, 'omit', SECRET, crypto)).toMatchObject({
      target: '/payment?project_id=7&payment_id=o+1',
    })
    const wrong = resignedOpening(request, 'corrupt', SECRET, crypto)
    const read = wrong.ok ? readParameters({ ...request, target: wrong.target }) : null
    const signature = read?.ok === true ? read.parameters.plain['signature'] : null
    expect(signature).toHaveLength(RIGHT.length)
    expect(signature).not.toBe(RIGHT)
    expect(resignedOpening(request, 'keep', SECRET, crypto)).toMatchObject({ target: request.target })
  })

  it('fails if the body cannot be read', () => {
    expect(resignedOpening(post('{"a"', 'application/json'), 'resign', SECRET, crypto)).toMatchObject({
      ok: false,
    })
  })
})
