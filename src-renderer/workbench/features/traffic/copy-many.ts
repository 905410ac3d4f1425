import type { BenchClient } from '#protocol/client'
import { copyWithToast } from '#window/state/toasts'
import { fileStamp } from '#window/lib/files'
import {
  shownCallback,
  shownExchange,
  type ShownMessage,
  wireBytes,
  wireText,
} from '#window/message-view/shown-message'
import { curlOf } from '#window/message-view/wire'
import {
  type Chosen,
  chosenNumber,
  isChosen,
  isEmptySelection,
  type RowSelection,
} from '#window/list/selection'
import { type JobSteps, saveAsJob } from './har-jobs'
import type { Params } from '#protocol/methods'
import type { ProjectId } from '#domain/ids'

interface TrafficList {
  readonly query: string
  readonly projectId: ProjectId | undefined
  readonly count: number
}

/** What a command on a row is about: the chosen rows where it is one of them, else the row alone. */
export function chosenOf(
  selection: RowSelection,
  id: string,
  { query, projectId, count }: TrafficList,
): Chosen {
  if (isEmptySelection(selection)) return { kind: 'ids', ids: [id] }
  if (selection.kind === 'keys') {
    return isChosen(selection, id) || selection.keys.size > 1
      ? { kind: 'ids', ids: [...selection.keys] }
      : { kind: 'ids', ids: [id] }
  }
  return {
    kind: 'list',
    list: 'traffic',
    count,
    ...(query === '' ? {} : { query }),
    ...(projectId === undefined ? {} : { projectId }),
  }
}

/** The same as an archive asks for it. */
export function harParams(chosen: Chosen): Params<'traffic.exportHar'> {
  if (chosen.kind === 'ids') return { ids: [...chosen.ids] }
  const { kind: _kind, count: _count, list, ...params } = chosen
  switch (list) {
    case 'traffic':
      return params
    case 'captures':
      return { ...params, sources: ['capture'] }
    case 'callbacks':
      return { ...params, list }
  }
}

/** More would freeze the page and overload the clipboard: they are saved as a file. */
const MAX_COPIED = 500
const AT_ONCE = 20
const PAGE = 500
/** Bytes of a file that are collected in memory before they go into a blob, which the browser stores. */
const PARTS_AT_ONCE = 200

/** Whether so many are saved as a file instead of being copied. */
export const goesToFile = (chosen: Chosen): boolean => chosenNumber(chosen) > MAX_COPIED

/** Ids page by page, the newest first. */
async function* idsOf(bench: BenchClient, chosen: Chosen): AsyncGenerator<readonly string[]> {
  if (chosen.kind === 'ids') {
    for (let at = 0; at < chosen.ids.length; at += PAGE) yield chosen.ids.slice(at, at + PAGE)
    return
  }
  const { kind: _kind, count: _count, list, ...params } = chosen
  let cursor: string | undefined
  do {
    const page = await bench.call(`${list}.list`, {
      ...params,
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
    })
    yield page.items.map(({ id }) => id)
    cursor = page.next
  } while (cursor !== undefined)
}

/** A callback as it went out last, or as it will go out; anything else as it came in. */
async function messageOf(bench: BenchClient, id: string): Promise<ShownMessage> {
  if (!id.startsWith('cb_')) return shownExchange(await bench.call('traffic.get', { id }))
  const callback = await bench.call('callbacks.get', { id })
  return shownCallback(callback, callback.attempts.at(-1))
}

/** The messages a few at a time. */
async function* messagesOf(bench: BenchClient, chosen: Chosen): AsyncGenerator<readonly ShownMessage[]> {
  for await (const ids of idsOf(bench, chosen)) {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      yield await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => messageOf(bench, id)))
    }
  }
}

/** How messages are written, on the clipboard and in a file, where bytes stay bytes. */
interface Writing {
  readonly name: string
  readonly text: (message: ShownMessage) => string
  readonly bytes: (message: ShownMessage) => string | Uint8Array<ArrayBuffer>
  /** Separates two messages of a file. A receiver skips empty lines before a request (RFC 9112 2.2). */
  readonly between: string
  readonly start: string
  readonly fileEnd: string
  readonly ending: string
}

const CURL: Writing = {
  name: 'curl',
  text: ({ request }) => curlOf(request),
  bytes: ({ request }) => curlOf(request),
  between: '\n\n',
  start: '#!/bin/sh\n\n',
  fileEnd: '\n',
  ending: 'sh',
}

const RAW: Writing = {
  name: 'raw HTTP',
  text: wireText,
  bytes: wireBytes,
  between: '\r\n\r\n',
  start: '',
  fileEnd: '',
  ending: 'http',
}

async function fileOf(
  bench: BenchClient,
  chosen: Chosen,
  { bytes, between, start, fileEnd }: Writing,
  { isCancelled, show }: JobSteps,
): Promise<Blob | null> {
  let content = new Blob([start])
  let waiting: BlobPart[] = []
  let done = 0
  for await (const messages of messagesOf(bench, chosen)) {
    if (isCancelled()) return null
    for (const message of messages) {
      if (done > 0) waiting.push(between)
      waiting.push(bytes(message))
      done += 1
    }
    if (waiting.length >= PARTS_AT_ONCE) {
      content = new Blob([content, ...waiting])
      waiting = []
    }
    show(done, Math.max(done, chosenNumber(chosen)))
  }
  return new Blob([content, ...waiting, fileEnd])
}

const words = (count: number): string =>
  count === 1 ? 'the request' : `${count.toLocaleString('en')} requests`

function copyOrSave(bench: BenchClient, chosen: Chosen, writing: Writing): void {
  const what = words(chosenNumber(chosen))
  if (goesToFile(chosen)) {
    saveAsJob(
      `paybench-${fileStamp()}.${writing.ending}`,
      `Saved ${what} as ${writing.name}: more than ${MAX_COPIED} are saved to a file`,
      (steps) => fileOf(bench, chosen, writing, steps),
    )
    return
  }
  copyWithToast(async () => {
    const texts: string[] = []
    for await (const messages of messagesOf(bench, chosen)) texts.push(...messages.map(writing.text))
    return texts.join('\n\n')
  }, `Copied ${what} as ${writing.name}`)
}

/** Copies shell commands that send the same requests, one below the other; many are saved as a file. */
export function copyAsCurl(bench: BenchClient, chosen: Chosen): void {
  copyOrSave(bench, chosen, CURL)
}

/** Copies the requests as they were on the wire; many are saved as a file. */
export function copyAsRaw(bench: BenchClient, chosen: Chosen): void {
  copyOrSave(bench, chosen, RAW)
}
