import { expect, it } from 'vitest'
import { unreadableRow } from './unreadable-row'

it('is recognised by its reason, with the id of a payment or of a message', () => {
  expect(unreadableRow({ key: 'pay_1', id: 'x', unreadable: 'Why.' })).toEqual({
    id: 'pay_1',
    reason: 'Why.',
  })
  expect(unreadableRow({ id: 'cb_1', unreadable: 'Why.' })).toEqual({ id: 'cb_1', reason: 'Why.' })
  for (const row of [undefined, { id: 'cb_1' }, { id: 'cb_1', unreadable: undefined }]) {
    expect(unreadableRow(row)).toBeNull()
  }
})
