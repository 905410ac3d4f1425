import type { SignatureVerdict } from '#protocol/messages'
import { maskText } from '#domain/card/mask-text'
import {
  diagnosing,
  type Diagnosis,
  type DiagnosisRequest,
  shortVerdict,
  triesWithin,
} from '#domain/signature/diagnosis/diagnose'
import type { Store } from '#store/store'
import type { Changes } from '#core/changes'
import { exchangeSummary } from '#core/views'
import { createPacer, runSteps } from '#core/run-steps'
import type { ExchangeId } from '#domain/ids'

/** A search for the mistake in a wrong signature that was cut short because a caller was waiting. */
export interface UnfinishedSearch {
  readonly request: Omit<DiagnosisRequest, 'maxTries'>
  /** The verdict without an explanation of the mistake. */
  readonly verdict: SignatureVerdict
}

/** Continues searches after the response was sent, and adds the mistake to the verdict of the exchange. */
export interface FinishingSearches {
  finish(exchangeId: ExchangeId, search: UnfinishedSearch): void
}

/** Bytes that are hashed for one search. The Signature page searches further. */
const MAX_HASHED_BYTES = 64_000_000

/** Time of work after which the event loop is free for the same time, real milliseconds. */
const SLICE_MS = 5

/**
 * Most searches that wait, because each keeps a whole request. For others, the Signature page can still find the
 * mistake.
 */
const MAX_WAITING = 4

export function createFinishingSearches(options: {
  readonly store: Store
  readonly changes: Changes
  readonly ending: AbortSignal
  readonly onFailure: (message: string, error: unknown) => void
}): FinishingSearches {
  const { store, changes, ending, onFailure } = options
  const waiting: { readonly id: string; readonly search: UnfinishedSearch }[] = []
  let isWorking = false

  const write = (id: string, verdict: SignatureVerdict, diagnosis: Diagnosis): void => {
    const mistake = shortVerdict(diagnosis)
    if (mistake === null) return
    const explanation = `${verdict.explanation} ${maskText(mistake).text}`
    // A reset may have removed the exchange.
    if (!store.exchanges.setVerdict(id, { ...verdict, explanation })) return
    const row = store.exchanges.row(id)
    if (row === null) return
    changes.other(() => ({ type: 'exchange.changed', exchange: exchangeSummary(row) }))
  }

  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const diagnosis = await inSlices(next.search, ending)
      if (diagnosis === null) return
      write(next.id, next.search.verdict, diagnosis)
    }
  }

  return {
    finish(id, search) {
      if (ending.aborted || waiting.length >= MAX_WAITING) return
      waiting.push({ id, search })
      if (isWorking) return
      isWorking = true
      work()
        .catch((error: unknown) => {
          onFailure('The search for the mistake behind a signature could not be finished', error)
        })
        .finally(() => {
          isWorking = false
        })
    },
  }
}

/** Runs the search in slices. Null: the bench ended before the end. */
async function inSlices({ request }: UnfinishedSearch, ending: AbortSignal): Promise<Diagnosis | null> {
  await rest()
  const check = (): void => {
    ending.throwIfAborted()
  }
  try {
    check()
    return await runSteps(
      diagnosing({ ...request, maxTries: triesWithin(MAX_HASHED_BYTES) }),
      createPacer(check, { sliceMs: SLICE_MS, rest }),
    )
  } catch (error) {
    if (ending.aborted) return null
    throw error
  }
}

/** Pauses, so that other work can run. */
const rest = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, SLICE_MS).unref()
  })
