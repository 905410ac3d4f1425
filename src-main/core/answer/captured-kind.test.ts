import { expect, it } from 'vitest'
import { capturedKind } from './captured-kind'

it.each([
  [{ payment: { status: 'awaiting clarification' }, clarification_fields: {} }, 'clarification'],
  [{ clarification_fields: { avs_data: ['avs_post_code'] } }, 'clarification'],
  [{ payment: { status: 'success' } }, 'result'],
  [{ payment: { status: 'awaiting capture' } }, 'result'],
  [{ payment: { status: 'awaiting 3ds result' } }, 'intermediate'],
  [{ payment: { status: 'a status of tomorrow' } }, 'intermediate'],
  [{ token: 'abc', token_status: 'active' }, 'token'],
  [{ payment: {} }, 'other'],
  [[1], 'other'],
  [null, 'other'],
])('%j is %s', (body, kind) => {
  expect(capturedKind(body)).toBe(kind)
})
