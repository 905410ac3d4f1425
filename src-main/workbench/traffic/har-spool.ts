import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { HarMessage } from '#domain/har/message'

/** Holds the messages of an archive, serialised, until the whole archive was checked. */
export interface HarSpool {
  add(message: HarMessage): Promise<void>
  readonly size: number
  /** Sorts the messages by time: archives need not be in order. */
  sort(): void
  at(index: number): Promise<HarMessage>
  close(): Promise<void>
}

/** The cast is safe: only {@link pack} writes these bytes. */
const unpack = (bytes: Uint8Array): HarMessage => deserialize(bytes) as HarMessage
const pack = (message: HarMessage): Buffer => serialize(message)

interface Entry {
  readonly startedAt: number
  readonly from: number
  readonly length: number
}

/** Removes what interrupted processes left of imports. */
export function clearSpools(directory: string): void {
  rmSync(join(directory, 'imports'), { recursive: true, force: true })
}

/** A spool in a file of the data folder, so that four archives of 256 MiB take no memory. */
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
    async at(index) {
      const { from, length } = entryAt(entries, index)
      const handle = await opened()
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from)
      if (bytesRead !== length)
        throw new Error('The file of an import is shorter than what was written to it')
      return unpack(buffer)
    },
    async close() {
      entries = []
      await file?.close()
      rmSync(path, { force: true })
    },
  }
}

/** A spool in memory, for a bench without a folder. `onBytes` gets every change of its size, and throws where it is too large. */
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
    at: (index) => Promise.resolve(unpack(entryAt(entries, index).bytes)),
    close() {
      onBytes(-entries.reduce((sum, { bytes }) => sum + bytes.length, 0))
      entries = []
      return Promise.resolve()
    },
  }
}

function entryAt<Entry>(entries: readonly Entry[], index: number): Entry {
  const entry = entries[index]
  if (entry === undefined) throw new RangeError('There is no such message in this import')
  return entry
}
