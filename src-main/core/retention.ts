import { z } from 'zod'
import { statfs } from 'node:fs/promises'
import type { Store } from '#store/store'
import { readShape } from '#domain/read-shape'
import { BenchError } from '#protocol/connection'
import { LIMITS } from '#lib/limits/limit-table'
import { present } from '#lib/members'
import type { Steps } from '#lib/steps'
import { readStoredJson } from './stored-json'

const DEFAULTS = {
  maxMessages: 2_000_000,
  maxBytes: 8 * 1024 ** 3,
  durability: 'normal',
} as const
const KEY = 'storage'
const shape = z.object({
  maxMessages: z.number(),
  maxBytes: z.number(),
  durability: z.enum(['normal', 'full']),
})
type StorageSettings = Readonly<z.infer<typeof shape>>

export type StorageSettingsRepository = ReturnType<typeof createStorageSettings>

/** Applies the stored settings, or all defaults if any is missing or unreadable. Stores and applies changes at once. */
export function createStorageSettings(store: Store) {
  const apply = (settings: StorageSettings): StorageSettings => {
    store.retention.setCaps(settings)
    store.setDurability(settings.durability)
    return settings
  }
  const text = store.settings.get(KEY)
  let current = apply((text === null ? null : readShape(shape, readStoredJson(text)).data) ?? DEFAULTS)
  return {
    get current(): StorageSettings {
      return current
    },
    update(change: { [Name in keyof StorageSettings]?: StorageSettings[Name] | undefined }): void {
      current = apply({ ...current, ...present(change) })
      store.settings.set(KEY, JSON.stringify(current))
    },
  }
}

/** Bytes free for Paybench on the disk of a folder. */
export type FreeBytes = (directory: string) => Promise<number>

const freeBytesOfDisk: FreeBytes = async (directory) => {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

const CHECK_EVERY_BYTES = 16 * 1024 * 1024

/**
 * Checks the free disk space when called with the bytes written so far: before the first byte and after every
 * {@link CHECK_EVERY_BYTES}.
 * @throws BenchError unavailable if less than {@link LIMITS.freeDiskBytes} are free
 */
export function createRoomCheck(
  directory: string,
  work: 'import' | 'export',
  freeBytes: FreeBytes = freeBytesOfDisk,
): (writtenBytes: number) => Promise<void> {
  let checkAt = 0
  return async (writtenBytes) => {
    if (writtenBytes < checkAt) return
    const free = await freeBytes(directory)
    if (free < LIMITS.freeDiskBytes) throw diskFull(directory, work, free)
    checkAt = writtenBytes + CHECK_EVERY_BYTES
  }
}

const mebibytes = (bytes: number): string => `${String(Math.floor(bytes / 1024 ** 2))} MiB`

function diskFull(directory: string, work: 'import' | 'export', free: number): BenchError {
  const ended = work === 'import' ? 'Nothing was imported.' : 'Nothing was exported.'
  return new BenchError(
    'unavailable',
    `The disk of ${directory} has only ${mebibytes(free)} of free space, and Paybench keeps ${mebibytes(LIMITS.freeDiskBytes)} free for its own records. ` +
      `${ended} Free some space and try again.`,
  )
}

const waiting: (() => void)[] = []

/** Settles in a later turn of the event loop. Each turn continues only one task, so it blocks the loop only briefly. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(continueOne)
  })

function continueOne(): void {
  waiting[0]?.()
  waiting.shift()
  if (waiting.length > 0) setImmediate(continueOne)
}

type Pacer = ReturnType<typeof createPacer>

/**
 * Interrupts long work on the main thread so that other work can run.
 * @param check called after every pause; throws to end the work
 * @param options `sliceMs`: real milliseconds between two pauses; `rest`: pauses, and settles when work may continue
 */
export function createPacer(
  check: () => void = () => undefined,
  { sliceMs = LIMITS.mainThreadMs, rest = turn } = {},
) {
  let began = performance.now()
  return {
    /** Settles at once unless the time between two pauses is used up. */
    async pause(): Promise<void> {
      if (performance.now() - began < sliceMs) return
      await rest()
      check()
      began = performance.now()
    },
  }
}

/** Runs all steps. `pacer` pauses between them; the default pauses after every {@link LIMITS.mainThreadMs} of work. */
export async function runSteps<Result>(steps: Steps<Result>, pacer: Pacer = createPacer()): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await pacer.pause()
  }
}
