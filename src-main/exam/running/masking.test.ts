import { expect, it } from 'vitest'
import { maskedTrial } from './masking'

it('shows neither the number of the test card nor its code', () => {
  const card = { pan: '4000000000000077', year: 2035, month: 7, cvv: '123', card_holder: 'NORA VALE' }
  const masked = maskedTrial({
    name: '',
    verdict: 'passed',
    reason: '',
    expected: '',
    differences: [],
    question: null,
    evidence: [
      {
        title: 'GET /checkout?card=4000000000000077',
        reference: null,
        request: `POST /checkout\nContent-Type: application/json\n\n${JSON.stringify({ amount: '46.50', card })}`,
        response: null,
      },
    ],
    scenario: null,
  })
  expect(JSON.stringify(masked)).not.toMatch(/4000000000000077|"123|123\\"/)
  expect(masked.evidence[0]?.request).toContain('NORA VALE')
})
