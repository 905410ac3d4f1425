import { z } from 'zod'
import { expect, it } from 'vitest'
import { method } from '#domain/project/method-shape'
import rows from './methods.json' with { type: 'json' }
import { METHODS } from './method'

it('the catalogue has the agreed shape in every row, and each path once (contract 16.1)', () => {
  expect(z.array(method).parse(rows)).toEqual(METHODS)
  expect(new Set(METHODS.map(({ path }) => path)).size).toBe(METHODS.length)
})
