import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { BenchClient } from '../../../../src-main/protocol/client'
import { useBench } from '../../state/bench'
import { useRefusal } from '../../state/refusal'
import { forgetWithSession } from '../../state/session-memory'
import { createDraftRepository } from './draft-repository'
import type { DraftRepository, KeptDraft } from './draft-repository'
import type { MessageDraft } from './message-draft'

const MAX_REMEMBERED = 30

/** Drafts of the messages that were looked at last: going to another one and back asks the bench for nothing. */
const remembered = new Map<string, DraftRepository>()

/** Counts the sessions that were open: what belongs to an earlier one is not saved into a later one. */
let session = 0

forgetWithSession(() => {
  session += 1
  remembered.clear()
})

function keeperOf(bench: BenchClient, id: string, source: MessageDraft): DraftRepository {
  const known = remembered.get(id)
  const begunIn = session
  const ifSame = (work: () => Promise<unknown>): Promise<unknown> =>
    begunIn === session ? work() : Promise.resolve()
  const keeper =
    known ??
    createDraftRepository(source, {
      read: async () => (await bench.call('drafts.get', { id })).draft?.data ?? null,
      save: (data) => ifSame(() => bench.call('drafts.save', { id, data })),
      remove: () => ifSame(() => bench.call('drafts.remove', { id })),
      after: (ms, work) => {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    })
  known?.rebase(source)
  remembered.delete(id)
  remembered.set(id, keeper)
  const [oldest] = remembered.keys()
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  return keeper
}

/** A draft that survives going elsewhere, a reload and the end of the program. */
export function useDraft(id: string, fresh: MessageDraft): readonly [DraftRepository, KeptDraft] {
  const bench = useBench()
  const [keeper] = useState(() => keeperOf(bench, id, fresh))
  useEffect(() => {
    if (keeper.store.getState().draft === null) keeper.read()
    const leave = (): void => keeper.flush()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [keeper])
  // What could not be kept meanwhile is kept as soon as it can be.
  const refusal = useRefusal('drafts.save')
  useEffect(() => {
    if (refusal === null) keeper.flush()
  }, [keeper, refusal])
  return [keeper, useStore(keeper.store)]
}
