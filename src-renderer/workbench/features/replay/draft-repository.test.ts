import { describe, expect, it } from 'vitest'
import { BenchError } from '#protocol/connection'
import { createDraftRepository, type DraftPorts, isEdited } from './draft-repository'
import { freshDraft } from './message-draft'

const source = freshDraft({ method: 'POST', target: 'http://127.0.0.1:1/', headers: [], body: '{"a":1}' })
const typed = (text: string) => ({ ...source, text })

/** A bench that answers on demand, and a stopped clock. */
function aBench(kept: string | null = null) {
  const calls: string[] = []
  const open: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = []
  let timer: (() => void) | null = null
  const asked = (what: string): Promise<void> => {
    calls.push(what)
    return new Promise((resolve, reject) => open.push({ resolve, reject }))
  }
  const turn = async (): Promise<void> => {
    for (let at = 0; at < 10; at += 1) await Promise.resolve()
  }
  const ports: DraftPorts = {
    read: () => Promise.resolve(kept),
    save: (data) => asked(`save ${freshTextOf(data)}`),
    remove: () => asked('remove'),
    after: (_ms, work) => {
      timer = work
      return () => {
        timer = null
      }
    },
  }
  return {
    calls,
    repository: createDraftRepository(source, ports),
    turn,
    isWaiting: () => timer !== null,
    pause: () => timer?.(),
    answer: async () => {
      open.shift()?.resolve()
      await turn()
    },
    refuse: async (error: Error) => {
      open.shift()?.reject(error)
      await turn()
    },
  }
}

const freshTextOf = (data: string): string => {
  const read: unknown = JSON.parse(data)
  return typeof read === 'object' && read !== null && 'text' in read ? String(read.text) : ''
}

describe('the draft of a message', () => {
  it('is saved when the tester pauses, and is `saved` once the bench has it', async () => {
    const { repository, calls, pause, answer, turn } = aBench()
    repository.read()
    await turn()
    repository.change(typed('one'))
    repository.change(typed('two'))
    expect(calls).toEqual([])
    pause()
    expect(calls).toEqual(['save two'])
    expect(repository.store.getState().saved).toBeNull()
    await answer()
    expect(repository.store.getState().saved).toEqual(typed('two'))
  })

  it('stays where typing continued while it was sent', async () => {
    const { repository, calls, pause, answer } = aBench()
    repository.change(typed('sent'))
    const written = repository.now()
    repository.change(typed('typed on'))
    repository.sent(written, 'cb_2')
    pause()
    await answer()
    expect(calls).toEqual(['save typed on'])
    expect(repository.now().text).toBe('typed on')
    expect(repository.store.getState().sentId).toBe('cb_2')
  })

  it('is removed from the bench where it was sent unchanged', async () => {
    const { repository, calls, answer } = aBench()
    repository.change(typed('sent'))
    repository.sent(repository.now(), 'cb_2')
    await answer()
    expect(calls).toEqual(['remove'])
    expect(repository.now().text).toBe('sent')
  })

  it('is saved again after a failure, with its present content', async () => {
    const { repository, calls, pause, answer, refuse } = aBench()
    repository.change(typed('one'))
    pause()
    await refuse(new BenchError('unavailable', 'The connection to the bench was lost.'))
    expect(repository.store.getState().saveError).toContain('lost')
    repository.change(typed('two'))
    pause()
    await answer()
    expect(calls).toEqual(['save one', 'save two'])
    expect(repository.store.getState()).toMatchObject({ saveError: null, saved: typed('two') })
  })

  it('is not saved again by itself after a refusal', async () => {
    const { repository, pause, refuse, isWaiting } = aBench()
    repository.change(typed('one'))
    pause()
    await refuse(new BenchError('read_only', 'The session is open read-only.'))
    expect(isWaiting()).toBe(false)
  })

  it('does not overwrite a stored draft that could not be read', async () => {
    const repository = createDraftRepository(source, {
      read: () => Promise.reject(new Error('The line is down.')),
      save: () => Promise.resolve(),
      remove: () => Promise.resolve(),
      after: () => () => undefined,
    })
    repository.read()
    for (let at = 0; at < 5; at += 1) await Promise.resolve()
    expect(repository.store.getState()).toMatchObject({ draft: null, readError: 'The line is down.' })
  })

  it('can be redone after all edits were undone, until something else is edited', () => {
    const { repository } = aBench()
    const edited = { ...typed('one'), target: 'http://127.0.0.1:2/', signing: 'omit' as const }
    repository.change(edited)
    repository.undoAll()
    expect(isEdited(repository.store.getState())).toBe(false)
    repository.redoAll()
    expect(repository.now()).toEqual(edited)
    repository.undoAll()
    repository.change(typed('two'))
    expect(repository.store.getState().undone).toBeNull()
  })
})
