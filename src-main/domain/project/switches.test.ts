import { describe, expect, it } from 'vitest'
import { findResultCode } from '#domain/result-code/result-codes'
import { DEFAULT_SWITCHES } from './project'
import { SWITCHES } from './switches'

describe('project switches', () => {
  it('are each described once', () => {
    expect(SWITCHES.map(({ name }) => name).sort()).toEqual(Object.keys(DEFAULT_SWITCHES).sort())
  })

  it.each(SWITCHES.map((description) => [description.name, description] as const))(
    'each have a control that can show their default: %s',
    (name, { control }) => {
      const value = DEFAULT_SWITCHES[name]
      switch (control.kind) {
        case 'boolean':
          expect(typeof value).toBe('boolean')
          return
        case 'choice':
          expect(control.options.map((option) => option.value)).toContain(value)
          return
        case 'duration':
          expect(value).toBeGreaterThanOrEqual(control.minMs)
          expect(value).toBeLessThanOrEqual(control.maxMs)
          return
        case 'resultCode':
          expect(typeof value === 'string' && findResultCode(value)?.kind).toBe('decline')
          return
        case 'colour':
          expect(value).toMatch(/^#[\da-f]{6}$/)
          return
        case 'outcome':
          expect(value).toHaveProperty('mode', 'card')
          return
        case 'customers':
          expect(value).toEqual({ mode: 'wait' })
          return
        case 'count':
          expect(value).toBeGreaterThanOrEqual(control.min)
          expect(value).toBeLessThanOrEqual(control.max)
          return
        case 'callbackRules':
        case 'collectedFields':
        case 'addresses':
        case 'methods':
        case 'ownMethods':
        case 'methodWays':
          expect(value).toEqual([])
      }
    },
  )

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
