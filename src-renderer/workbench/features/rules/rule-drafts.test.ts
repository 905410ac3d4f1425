import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { draftOf, setPreferences } from '../../state/preferences'
import { createRuleDrafts, readDrafts } from './rule-drafts'

const schema = z.object({ name: z.string() })
const { draftOf: draftNow, forgetSaved, keep, nameOf } = createRuleDrafts('rule of a test ', schema)

describe('what was typed for a rule', () => {
  beforeEach(() => {
    keep('a', null)
    setPreferences({ drafts: {} })
  })

  it('goes when it is what was saved, and stays where it was typed on', () => {
    keep('a', { name: 'one' })
    const written = draftNow('a')
    keep('a', { name: 'two' })
    forgetSaved('a', written)
    expect(draftNow('a')?.name).toBe('two')
    forgetSaved('a', draftNow('a'))
    expect(draftNow('a')).toBeUndefined()
  })

  it('is kept by itself, rule by rule', () => {
    keep('a', { name: 'one' })
    keep('b', { name: 'two' })
    keep('b', null)
    const text = draftOf(nameOf('a'))
    expect(readDrafts(schema, { a: text ?? '', b: 'not json' })).toEqual({ a: { name: 'one' } })
    expect(draftOf(nameOf('b'))).toBeUndefined()
  })
})
