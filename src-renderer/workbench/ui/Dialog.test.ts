import { describe, expect, it } from 'vitest'
import { issueOf, withoutFields } from './Dialog'

const refusal = {
  message: 'amount: too much; paymentId: taken',
  issues: [
    { field: 'amount', message: 'too much' },
    { field: 'paymentId', message: 'taken' },
  ],
}

describe('the refusal of a submission', () => {
  it('loses the issue of the field that was changed, and only that', () => {
    const left = withoutFields(refusal, ['amount'])
    expect(issueOf(left, 'amount')).toBeNull()
    expect(issueOf(left, 'paymentId')).toBe('taken')
    expect(left?.message).toBe('taken')
    expect(withoutFields(left, ['paymentId'])).toBeNull()
  })

  it('stays where another field was changed', () => {
    expect(withoutFields(refusal, ['currency'])).toBe(refusal)
    const general = { message: 'The bench is stopping.', issues: [] }
    expect(withoutFields(general, ['amount'])).toBe(general)
  })
})
