import { describe, expect, it } from 'vitest'
import { BenchError } from '../../../../src-main/protocol/bench-error'
import { createDraftRepository, isEdited } from './draft-repository'
import type { DraftPorts } from './draft-repository'
import { freshDraft } from './message-draft'

const source = freshDraft({ method: 'POST', target: 'http://127.0.0.1:1/', headers: [], body: '{"a":1}' })
const typed = (text: string) => ({ ...source, text })

/** A bench whose answers wait until the test gives them, and a clock that stands still. */
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
    keeper: createDraftRepository(source, ports),
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
  it('is kept when the tester pauses, and says so once the bench has it', async () => {
    const { keeper, calls, pause, answer, turn } = aBench()
    keeper.read()
    await turn()
    keeper.change(typed('one'))
    keeper.change(typed('two'))
    expect(calls).toEqual([])
    pause()
    expect(calls).toEqual(['save two'])
    expect(keeper.store.getState().saved).toBeNull()
    await answer()
    expect(keeper.store.getState().saved).toEqual(typed('two'))
  })

  it('stays where it was typed on while it was sent', async () => {
    const { keeper, calls, pause, answer } = aBench()
    keeper.change(typed('sent'))
    const written = keeper.now()
    keeper.change(typed('typed on'))
    keeper.sent(written, 'cb_2')
    pause()
    await answer()
    expect(calls).toEqual(['save typed on'])
    expect(keeper.now().text).toBe('typed on')
    expect(keeper.store.getState().sentId).toBe('cb_2')
  })

  it('is given up by the bench where it was sent as it stands', async () => {
    const { keeper, calls, answer } = aBench()
    keeper.change(typed('sent'))
    keeper.sent(keeper.now(), 'cb_2')
    await answer()
    expect(calls).toEqual(['remove'])
    expect(keeper.now().text).toBe('sent')
  })

  it('is tried again where it could not be kept, as it is by then', async () => {
    const { keeper, calls, pause, answer, refuse } = aBench()
    keeper.change(typed('one'))
    pause()
    await refuse(new BenchError('unavailable', 'The connection to the bench was lost.'))
    expect(keeper.store.getState().saveFault).toContain('lost')
    keeper.change(typed('two'))
    pause()
    await answer()
    expect(calls).toEqual(['save one', 'save two'])
    expect(keeper.store.getState()).toMatchObject({ saveFault: null, saved: typed('two') })
  })

  it('is not tried again by itself where the bench refused it', async () => {
    const { keeper, pause, refuse, isWaiting } = aBench()
    keeper.change(typed('one'))
    pause()
    await refuse(new BenchError('read_only', 'The session is open read-only.'))
    expect(isWaiting()).toBe(false)
  })

  it('covers nothing that was kept while it cannot be read', async () => {
    const keeper = createDraftRepository(source, {
      read: () => Promise.reject(new Error('The line is down.')),
      save: () => Promise.resolve(),
      remove: () => Promise.resolve(),
      after: () => () => undefined,
    })
    keeper.read()
    for (let at = 0; at < 5; at += 1) await Promise.resolve()
    expect(keeper.store.getState()).toMatchObject({ draft: null, readFault: 'The line is down.' })
  })

  it('comes back after all edits were undone, until something else is edited', () => {
    const { keeper } = aBench()
    const edited = { ...typed('one'), target: 'http://127.0.0.1:2/', signing: 'omit' as const }
    keeper.change(edited)
    keeper.undoAll()
    expect(isEdited(keeper.store.getState())).toBe(false)
    keeper.redoAll()
    expect(keeper.now()).toEqual(edited)
    keeper.undoAll()
    keeper.change(typed('two'))
    expect(keeper.store.getState().undone).toBeNull()
  })
})
