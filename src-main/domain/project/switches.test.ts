import { describe, expect, it } from 'vitest'
import { projectSwitches } from '#protocol/projects'
import { DEFAULT_SWITCHES } from './project'
import { SWITCHES } from './switches'

describe('project switches', () => {
  it('have defaults that the API accepts', () => {
    expect(projectSwitches.parse(DEFAULT_SWITCHES)).toEqual(DEFAULT_SWITCHES)
  })

  it.each(SWITCHES.map((description) => [description.name, description] as const))(
    'each have a label, an explanation in sentences and a section of the contract: %s',
    (_, { label, explanation, contract }) => {
      expect(label).toMatch(/^[A-Z0-9].*[^.]$/)
      expect(explanation).toMatch(/^[A-Z0-9].*\.$/)
      expect(contract).toMatch(/^\d+(?:\.\d+)?$/)
    },
  )

  it('select the reference behaviour by default', () => {
    expect(DEFAULT_SWITCHES).toMatchObject({
      outcome: { mode: 'card' },
      customers: { mode: 'wait' },
      statusInPayment: false,
      statusFields: 'extended',
      intermediateLayout: 'mission',
      cancelSpelling: 'canceled',
      reversalRule: 'day',
      publicFields: 'informative',
      clarificationAnswers: 'both',
      processingDeadlineMs: 24 * 3_600_000,
      clarificationTimeoutCode: '603',
      deadlineCode: '10602',
      holdTimeMs: 7 * 24 * 3_600_000,
      callbackRules: [],
      threeDSecure: 'form',
      retries: false,
      retryLimit: 5,
      retryWindowMs: 600_000,
      intermediateCallbacks: true,
      collectedFields: [],
      saveCards: true,
      strictBaseUrl: false,
      formFailure: false,
    })
  })
})
