import { openStore } from '../../src-main/store/open'
import type { ProjectRecord } from '../../src-main/store/records'
import type { Store } from '../../src-main/store/store'
import { readWhole, writeCopy, type WholePayment } from './copy-payments'
import { APART_MS, openSampleBench } from './sample-bench'
import { samplePaymentId } from './sample-sales'

/** Made by the real bench to be copied, and made by it at the end, so that some of the newest still wait. */
const ORIGINALS = 1_000
const NEWEST = 1_000
const COPIES_AT_ONCE = 50
const DAY_MS = 86_400_000
/** Later than the last repeat of a callback and the last deadline of a payment. */
const REST_MS = 40 * DAY_MS

/**
 * Fills a data folder with payments as merchants make them. The bench itself makes some, to the end of every timer and
 * callback; the rest are copies of these with ids and times of their own, written through the repositories of the store.
 * The newest payments are as old as the run and made by the bench again.
 */
export async function fillDataFolder(
  directory: string,
  payments: number,
  onProgress: (done: number) => void,
): Promise<void> {
  const begin = Date.now() - payments * APART_MS
  const copies = Math.max(0, payments - NEWEST)
  const target = opened(directory)
  const { project, originals } = await makeOriginals(begin)
  target.projects.insert(project)
  for (const n of numbers(0, copies, COPIES_AT_ONCE)) {
    target.write(() => {
      for (let at = n; at < Math.min(copies, n + COPIES_AT_ONCE); at += 1) copy(target, originals, at)
    })
    await target.committed()
    onProgress(n)
  }
  const bench = openSampleBench(target, begin + copies * APART_MS)
  await bench.makePayments(copies, payments)
  await bench.close()
  onProgress(payments)
}

function opened(directory: string | null): Store {
  const opening = openStore({ directory, durability: 'normal', log: () => undefined })
  if (!opening.ok) throw new Error(opening.fault.message)
  return opening.store
}

interface Originals {
  readonly project: ProjectRecord
  readonly originals: readonly WholePayment[]
}

async function makeOriginals(begin: number): Promise<Originals> {
  const store = opened(null)
  const bench = openSampleBench(store, begin)
  await bench.makePayments(0, ORIGINALS)
  await bench.advance(REST_MS)
  const page = store.payments.list({ terms: [], limit: ORIGINALS, nowMs: begin })
  const originals = page.items.map(({ key }) => readWhole(store, key)).reverse()
  const project = store.projects.all()[0]
  await bench.close()
  if (project === undefined) throw new Error('The bench has made no project')
  return { project, originals }
}

function copy(target: Store, originals: readonly WholePayment[], n: number): void {
  const round = Math.floor(n / ORIGINALS)
  const original = originals[n % ORIGINALS]
  if (original === undefined) throw new Error('There are too few originals')
  const laterByMs = round * ORIGINALS * APART_MS
  writeCopy(target, original, { paymentId: samplePaymentId(n), suffix: `-${String(round)}`, laterByMs })
}

function* numbers(first: number, end: number, step: number): Generator<number> {
  for (let n = first; n < end; n += step) yield n
}
