import { expect, it } from 'vitest'
import { readShape, shapeErrorText } from '#domain/read-shape'
import { method, type MethodParameter, SAMPLE_METHOD } from './method-shape'

function refusalOf(parameter: MethodParameter): string | null {
  const operations = { sale: { parameters: [parameter] } }
  const { error } = readShape(method, { ...SAMPLE_METHOD, operations })
  return error === undefined ? null : shapeErrorText(error)
}

it.each(['strict', 'required'] as const)('a %s value is a member of an object (contract 16.3)', (need) => {
  expect(refusalOf({ name: 'iban', type: 'string', need })).toMatch(
    /^operations\.sale\.parameters\.0\.name: must name a member of an object, such as account\.number,/,
  )
  expect(refusalOf({ name: 'account.iban', type: 'string', need })).toBeNull()
  expect(refusalOf({ name: 'receipt_data', type: 'object', need })).toBeNull()
})

it('an optional value needs no object', () => {
  expect(refusalOf({ name: 'iban', type: 'string', need: 'optional' })).toBeNull()
})
