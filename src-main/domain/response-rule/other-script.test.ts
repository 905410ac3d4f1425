import { expect, it } from 'vitest'
import type { ResponseRule, ResponseStep } from './response-rule'
import { isOtherScript } from './other-script'

const reply = (status: number): ResponseStep => ({ kind: 'reply', status, headers: [], body: '', delayMs: 0 })
const script = (change: Partial<ResponseRule>): ResponseRule => ({
  id: 's',
  name: 's',
  enabled: true,
  match: {},
  steps: [reply(500), reply(200)],
  after: 'last',
  per: 'rule',
  ...change,
})

it('a script is another one when its answers change, not when its name does', () => {
  expect(isOtherScript(script({}), script({ name: 'x', match: { method: 'PUT' } }))).toBe(false)
  expect(isOtherScript(script({}), script({ after: 'again' }))).toBe(true)
  expect(isOtherScript(script({}), script({ steps: [reply(200)] }))).toBe(true)
})
