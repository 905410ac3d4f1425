import { beforeEach, describe, expect, it } from 'vitest'
import { preferencesStore, setPlace, setPreferences } from '#window/state/preferences'
import { editMessage, openMessage, useEditorFocus } from './replay-commands'

describe('a message that is shown from elsewhere', () => {
  beforeEach(() => {
    setPreferences({ page: 'traffic' })
    setPlace('callbacks', { view: 'captured', query: 'signature:invalid', selection: 'ex_1' })
  })

  it('stands in its own list, without the filter of the other one', () => {
    openMessage('cb_1')
    expect(preferencesStore.getState()).toMatchObject({
      page: 'callbacks',
      callbacks: { view: 'sent', query: '', selection: 'cb_1' },
    })
  })

  it('keeps the filter of its own list', () => {
    openMessage('ex_2')
    expect(preferencesStore.getState()).toMatchObject({
      page: 'callbacks',
      callbacks: { view: 'captured', query: 'signature:invalid', selection: 'ex_2' },
    })
  })

  it('gets the editor focus by its own draft only', () => {
    editMessage('ex_2')
    expect(useEditorFocus.getState().wantedFor).toBe('replay:ex_2')
  })
})
