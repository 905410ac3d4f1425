import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { draftOf, keepSessionDraft, setPreferences } from '#window/state/preferences'
import { createBenchClient } from '#protocol/client'
import { acts, createRuleDrafts, faultRules } from './rule-store'

const schema = z.object({ name: z.string() })
const createDrafts = () => createRuleDrafts('rule of a test ', schema)
const { draftOf: draftNow, forgetSaved, keep, nameOf } = createDrafts()

describe('a draft of a rule', () => {
  beforeEach(() => {
    keep('a', null)
    setPreferences({ drafts: {} })
  })

  it('is removed once saved, unless typing continued', () => {
    keep('a', { name: 'one' })
    const written = draftNow('a')
    keep('a', { name: 'two' })
    forgetSaved('a', written)
    expect(draftNow('a')?.name).toBe('two')
    forgetSaved('a', draftNow('a'))
    expect(draftNow('a')).toBeUndefined()
  })

  it('is stored separately for each rule', () => {
    keep('a', { name: 'one' })
    keep('b', { name: 'two' })
    keep('b', null)
    expect(createDrafts().draftOf('a')).toEqual({ name: 'one' })
    expect(draftOf(nameOf('b'))).toBeUndefined()
  })

  it.each(['not json', '{"name":1}'])('is dropped if its stored text is %s', (text) => {
    keepSessionDraft(nameOf('a'), text)
    expect(createDrafts().draftOf('a')).toBeUndefined()
  })
})

it('loading the rules after a change resolves even if they cannot be read', async () => {
  const lost = { ...createBenchClient(), call: () => Promise.reject(new Error('Paybench is gone')) }
  await expect(faultRules.load(lost)).resolves.toBeUndefined()
})

it('a rule for the first matches acts until it has acted on all of them, and only while it is on', () => {
  const rule = { id: 'a', name: '', enabled: true, sentence: '', evaluated: 2, fired: 1 }
  expect(acts(rule)).toBe(true)
  expect(acts({ ...rule, when: { kind: 'first', count: 2 } })).toBe(true)
  expect(acts({ ...rule, when: { kind: 'first', count: 1 } })).toBe(false)
  expect(acts({ ...rule, enabled: false })).toBe(false)
})
