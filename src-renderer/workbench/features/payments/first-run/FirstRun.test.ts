import { describe, expect, it } from 'vitest'
import { firstBody, firstCurl } from './FirstRun'

describe('the first request', () => {
  const body = firstBody({ projectId: 9041, year: 2033, signature: 'x0Yw==' })

  it('is a card sale with everything that is required', () => {
    expect(JSON.parse(body)).toMatchObject({
      general: { project_id: 9041, payment_id: 'first-1', signature: 'x0Yw==' },
      card: { pan: '4000000000017006', year: 2033, month: 7 },
      customer: { id: 'buyer-1' },
      payment: { amount: 4650, currency: 'EUR' },
    })
  })

  it('has no signature before it is signed', () => {
    expect(JSON.parse(firstBody({ projectId: 1, year: 2033 }))).toMatchObject({
      general: { project_id: 1, payment_id: 'first-1' },
    })
  })

  it('goes to the platform in quotes that a shell leaves alone', () => {
    const command = firstCurl('http://127.0.0.1:8610/', body)
    expect(command).toContain('curl -sS http://127.0.0.1:8610/v2/payment/card/sale \\\n')
    expect(command.split("'")).toHaveLength(5)
  })
})
