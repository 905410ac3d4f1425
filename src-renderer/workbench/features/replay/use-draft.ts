import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { BenchClient } from '#protocol/client'
import { useBench } from '#window/state/bench'
import { useRefusal } from '#window/state/refusal'
import { forgetWithSession } from '#window/state/session-memory'
import { createDraftRepository, type DraftRepository, type KeptDraft } from './draft-repository'
import type { MessageDraft } from './message-draft'

const MAX_REMEMBERED = 30

/** Drafts of the messages that were shown last, so that returning to one needs no call. */
const remembered = new Map<string, DraftRepository>()

/** Counts opened sessions: a draft of an earlier one is not saved into a later one. */
let session = 0

forgetWithSession(() => {
  session += 1
  remembered.clear()
})

function repositoryOf(bench: BenchClient, id: string, source: MessageDraft): DraftRepository {
  const known = remembered.get(id)
  const openedIn = session
  const ifSame = (work: () => Promise<unknown>): Promise<unknown> =>
    openedIn === session ? work() : Promise.resolve()
  const repository =
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
  remembered.set(id, repository)
  const [oldest] = remembered.keys()
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  return repository
}

/** A draft that survives leaving the page, a reload and the end of the program. */
export function useDraft(id: string, fresh: MessageDraft): readonly [DraftRepository, KeptDraft] {
  const bench = useBench()
  const [repository] = useState(() => repositoryOf(bench, id, fresh))
  useEffect(() => {
    if (repository.store.getState().draft === null) repository.read()
    const leave = (): void => repository.flush()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [repository])
  // Saves what could not be saved, as soon as it can be.
  const refusal = useRefusal('drafts.save')
  useEffect(() => {
    if (refusal === null) repository.flush()
  }, [repository, refusal])
  return [repository, useStore(repository.store)]
}
