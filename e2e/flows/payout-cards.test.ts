import { expect, it } from 'vitest'
import { useFlowBench } from './testing/merchant-bench'
import { anOpening, GOOD_CARD, openForm } from './testing/form-client'
import { merchantOf, summaryOf } from './testing/requests'

const { bench } = useFlowBench({ per: 'file' })

it.each([
  ['2200510417770601', 'success'],
  ['2201412000000000', 'decline'],
  ['2201382000000021', 'success'],
])('a payout to %s ends in %s (contract 12 row 22)', async (pan, status) => {
  const uuid = '3f2b8c1e-5d4a-4b7e-9c60-8a1f2e3d4c5b'
  const form = await openForm(bench, anOpening(`payout-${pan}`, { mode: 'payout', uuid }))
  expect(form.shown.view).toBe('card')
  await form.confirm({ ...GOOD_CARD, pan, month: '12', year: '30' })
  await bench.settle()
  expect((await summaryOf(bench, `payout-${pan}`)).status).toBe(status)
})

it('a purchase with 2201382000000021 is declined, unlike a payout', async () => {
  await merchantOf(bench).sold('purchase', { pan: '2201382000000021' })
  expect((await summaryOf(bench, 'purchase')).status).toBe('decline')
})
