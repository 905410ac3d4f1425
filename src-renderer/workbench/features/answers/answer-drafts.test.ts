import { beforeEach, describe, expect, it } from 'vitest'
import { draftOf, setPreferences } from '../../state/preferences'
import { draftName, draftNow, forgetSaved, keepRuleDraft, readDrafts } from './answer-drafts'
import { NEW_DRAFT } from './rule-draft'

describe('what was typed for a rule', () => {
  beforeEach(() => {
    keepRuleDraft('a', null)
    setPreferences({ drafts: {} })
  })

  it('goes when it is what was saved, and stays where it was typed on', () => {
    keepRuleDraft('a', { ...NEW_DRAFT, name: 'one' })
    const written = draftNow('a')
    keepRuleDraft('a', { ...NEW_DRAFT, name: 'two' })
    forgetSaved('a', written)
    expect(draftNow('a')?.name).toBe('two')
    forgetSaved('a', draftNow('a'))
    expect(draftNow('a')).toBeUndefined()
  })

  it('is kept by itself, rule by rule', () => {
    keepRuleDraft('a', { ...NEW_DRAFT, name: 'one' })
    keepRuleDraft('b', { ...NEW_DRAFT, name: 'two' })
    keepRuleDraft('b', null)
    const text = draftOf(draftName('a'))
    expect(readDrafts({ a: text ?? '', b: 'not json' })).toEqual({ a: { ...NEW_DRAFT, name: 'one' } })
    expect(draftOf(draftName('b'))).toBeUndefined()
  })
})
