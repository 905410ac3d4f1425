import { beforeEach, describe, expect, it } from 'vitest'
import { anOpening, openForm, SENT_MESSAGES } from './testing/form-client'
import { receivedStatuses } from './testing/merchant'
import { useMerchantBench } from './testing/merchant-bench'
import { CARDS, MINUTE } from './testing/requests'

const { bench, merchant } = useMerchantBench({ per: 'test', path: '/callbacks' })

describe('another attempt on the form', () => {
  beforeEach(() => bench.switches({ retries: true }))

  const declined = async (paymentId: string) => {
    const form = await openForm(bench, anOpening(paymentId))
    await form.confirm({ pan: CARDS.decline })
    await bench.settle()
    await form.poll()
    return form
  }

  it('follows a decline under the same id and may succeed', async () => {
    const form = await declined('Retry-1')
    expect(merchant.received.at(-1)?.json).toMatchObject({
      status: 'awaiting customer',
      payment: { is_new_attempts_available: true, attempts_timeout: 600 },
    })
    expect(form.messages).toEqual([...SENT_MESSAGES])
    await form.send('retry', {})
    expect(form.shown.view).toBe('card')
    await form.confirm()
    await bench.settle()
    await form.poll()
    expect(form.messages).toEqual([...SENT_MESSAGES, ...SENT_MESSAGES, 'payment_success'])
    expect(receivedStatuses(merchant.received)).toEqual(['awaiting customer', 'success'])
  })

  it('is given up: the last decline becomes the result', async () => {
    const form = await declined('Retry-2')
    await form.send('give-up', {})
    await bench.settle()
    expect(form.messages.at(-1)).toBe('payment_fail')
    expect(receivedStatuses(merchant.received)).toEqual(['awaiting customer', 'decline'])
  })

  it('is over with its time, also while the card page is open', async () => {
    const form = await declined('Retry-3')
    await form.send('retry', {})
    await bench.advance(10 * MINUTE)
    await form.confirm()
    expect(form.shown.view).toBe('result')
    expect(form.messages).toEqual([...SENT_MESSAGES, 'payment_fail'])
  })
})
