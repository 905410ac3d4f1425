import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { HarMessage } from '../../domain/har/message'

/** Where the messages of an archive wait, packed, until all of it was checked. */
export interface HarSpool {
  add(message: HarMessage): Promise<void>
  readonly size: number
  /** Puts them in the order of their times: archives need not be in order. */
  sort(): void
  at(place: number): Promise<HarMessage>
  close(): Promise<void>
}

/** What was packed says what it is; only {@link pack} writes it. */
const unpack = (bytes: Uint8Array): HarMessage => deserialize(bytes) as HarMessage
const pack = (message: HarMessage): Buffer => serialize(message)

interface Entry {
  readonly startedAt: number
  readonly from: number
  readonly length: number
}

/** What dead processes left of imports is removed. */
export function clearSpools(directory: string): void {
  rmSync(join(directory, 'imports'), { recursive: true, force: true })
}

/** Keeps them in a file of the data folder, so that four archives of 256 MiB take no memory. */
export function createFileSpool(
  directory: string,
  makeRoom: (writtenBytes: number) => Promise<void>,
): HarSpool {
  const folder = join(directory, 'imports')
  const path = join(folder, `${randomUUID()}.har`)
  let file: FileHandle | null = null
  let entries: Entry[] = []
  let written = 0
  const opened = async (): Promise<FileHandle> => {
    if (file !== null) return file
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    file = await open(path, 'wx+', 0o600)
    return file
  }
  return {
    async add(message) {
      const bytes = pack(message)
      await makeRoom(written)
      const handle = await opened()
      await handle.write(bytes, 0, bytes.length, written)
      entries.push({ startedAt: message.startedAt, from: written, length: bytes.length })
      written += bytes.length
    },
    get size() {
      return entries.length
    },
    sort() {
      entries = entries.toSorted((a, b) => a.startedAt - b.startedAt)
    },
    async at(place) {
      const { from, length } = entryAt(entries, place)
      const handle = await opened()
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from)
      if (bytesRead !== length) throw new Error('The file of an import is shorter than it was written')
      return unpack(buffer)
    },
    async close() {
      entries = []
      await file?.close()
      rmSync(path, { force: true })
    },
  }
}

/** Keeps them in memory, where a bench has no folder. `onBytes` hears how many more there are, and throws for too many. */
export function createMemorySpool(onBytes: (bytes: number) => void): HarSpool {
  let entries: { readonly startedAt: number; readonly bytes: Buffer }[] = []
  return {
    add(message) {
      const bytes = pack(message)
      onBytes(bytes.length)
      entries.push({ startedAt: message.startedAt, bytes })
      return Promise.resolve()
    },
    get size() {
      return entries.length
    },
    sort() {
      entries = entries.toSorted((a, b) => a.startedAt - b.startedAt)
    },
    at: (place) => Promise.resolve(unpack(entryAt(entries, place).bytes)),
    close() {
      onBytes(-entries.reduce((sum, { bytes }) => sum + bytes.length, 0))
      entries = []
      return Promise.resolve()
    },
  }
}

function entryAt<Entry>(entries: readonly Entry[], place: number): Entry {
  const entry = entries[place]
  if (entry === undefined) throw new RangeError('There is no such message in this import')
  return entry
}
