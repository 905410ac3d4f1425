import { expect, it } from 'vitest'
import { useFlowBench } from './testing/merchant-bench'
import { anOpening, GOOD_CARD, openForm } from './testing/form-client'
import { summaryOf } from './testing/requests'

const { bench } = useFlowBench({ per: 'file' })

it('a payout succeeds with a card whose purchases are declined (contract 12 row 22)', async () => {
  const uuid = '3f2b8c1e-5d4a-4b7e-9c60-8a1f2e3d4c5b'
  const form = await openForm(bench, anOpening('payout', { mode: 'payout', uuid }))
  expect(form.shown.view).toBe('card')
  await form.confirm({ ...GOOD_CARD, pan: '2201382000000021', month: '12', year: '30' })
  await bench.settle()
  expect((await summaryOf(bench, 'payout')).status).toBe('success')
})
