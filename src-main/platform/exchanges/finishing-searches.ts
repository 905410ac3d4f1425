import type { SignatureVerdict } from '../../protocol/messages'
import { maskText } from '../../domain/card/mask-text'
import { diagnosing, shortVerdict, triesWithin } from '../../domain/signature/diagnosis/diagnose'
import type { Diagnosis, DiagnosisRequest } from '../../domain/signature/diagnosis/diagnose'
import type { Store } from '../../store/store'
import type { Changes } from '../../bench/changes'
import { exchangeSummary } from '../../bench/views'
import { createPacer, runSteps } from '../../bench/run-steps'

/** A search for the mistake behind a wrong signature that was cut short, because somebody waited for the answer. */
export interface UnfinishedSearch {
  readonly request: Omit<DiagnosisRequest, 'maxTries'>
  /** The verdict without any mistake. */
  readonly verdict: SignatureVerdict
}

/** Finishes searches after the answer has left and writes into the verdict of the exchange what they find. */
export interface FinishingSearches {
  finish(exchangeId: string, search: UnfinishedSearch): void
}

/** Bytes hashed at most for one search: nobody asked for it. The page of signatures looks further. */
const HASHED_AT_MOST = 64_000_000

/** After so much work everything else comes first, for as long. */
const SLICE_MS = 5

/** Each holds a whole request; of more, the page of signatures can still find the mistake. */
const WAITING_AT_MOST = 4

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
    const says = shortVerdict(diagnosis)
    if (says === null) return
    const explanation = `${verdict.explanation} ${maskText(says).text}`
    // Gone after a reset.
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
      if (ending.aborted || waiting.length >= WAITING_AT_MOST) return
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

/** Null where the bench ends before. */
async function inSlices({ request }: UnfinishedSearch, ending: AbortSignal): Promise<Diagnosis | null> {
  await rest()
  const check = (): void => {
    ending.throwIfAborted()
  }
  try {
    check()
    return await runSteps(
      diagnosing({ ...request, maxTries: triesWithin(HASHED_AT_MOST) }),
      createPacer(check, { sliceMs: SLICE_MS, rest }),
    )
  } catch (error) {
    if (ending.aborted) return null
    throw error
  }
}

/** Lets everything else come first. */
const rest = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, SLICE_MS).unref()
  })
