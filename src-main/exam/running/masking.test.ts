import { expect, it } from 'vitest'
import { MASK_TRIAL } from './masking'
import { type TrialResult, unrunResult } from './result'

it('MASK_TRIAL masks the number and the code of the test card, the secret and cookies', () => {
  const card = { pan: '4000000000000077', year: 2035, month: 7, cvv: '123', card_holder: 'NORA VALE' }
  const pan = 'pan 4000000000000077'
  const trial: TrialResult = {
    ...unrunResult({ name: '' }, ''),
    expected: pan,
    differences: [{ field: 'pan', expected: pan, actual: pan }],
    evidence: [
      {
        title: 'GET /checkout?card=4000000000000077',
        reference: null,
        request: `POST /checkout\nContent-Type: application/json\n\n${JSON.stringify({ amount: '46.50', card })}`,
        response:
          'HTTP/1.1 200 OK\nSet-Cookie: basket=b-1\n\n<!-- aHVudGVyMi9odW50ZXIy hunter2/hunter2 --><script>key = "hunter2\\/hunter2"</script>',
      },
    ],
  }
  const masked = MASK_TRIAL.work({ trial, secret: 'hunter2/hunter2' }, () => undefined)
  expect(JSON.stringify(masked)).not.toMatch(/hunter2|aHVudGVy|b-1/)
  expect(JSON.stringify(masked)).not.toMatch(/4000000000000077|"123|123\\"/)
  expect(masked.evidence[0]?.request).toContain('NORA VALE')
})
