import { createHash, randomUUID } from 'node:crypto'
import type { Params, Result } from '#protocol/methods'
import type { ExportView, SessionView } from '#protocol/sessions'
import type { ReadyInfo } from '#hosts/running-bench'
import type { Automation } from './automation'

/** A session file as a client receives it. */
export interface ExportedFile {
  readonly view: ExportView
  readonly bytes: Buffer
}

export async function exportSession(
  bench: Automation,
  params: Params<'sessions.export'> = {},
): Promise<ExportedFile> {
  const view = await bench.call('sessions.export', params)
  const parts: Buffer[] = []
  for (let offset: number | null = 0; offset !== null;) {
    const part: Result<'sessions.download'> = await bench.call('sessions.download', { id: view.id, offset })
    parts.push(Buffer.from(part.chunkBase64, 'base64'))
    offset = part.next
  }
  return { view, bytes: Buffer.concat(parts) }
}

/** Sends a file in parts of `partBytes`; rejects with the error of Paybench. */
export async function importSession(
  bench: Automation,
  bytes: Uint8Array,
  options: { readonly name?: string; readonly partBytes?: number } = {},
): Promise<SessionView> {
  const { name = 'a-session.paybench', partBytes = 1024 * 1024 } = options
  const upload = randomUUID()
  for (let index = 0; ; index += 1) {
    const part = bytes.subarray(index * partBytes, (index + 1) * partBytes)
    const last = (index + 1) * partBytes >= bytes.length
    const { session } = await bench.call('sessions.upload', {
      upload,
      index,
      chunkBase64: Buffer.from(part).toString('base64'),
      last,
      name,
    })
    if (session !== undefined) return session
    if (last) throw new Error('The last part brought no session')
  }
}

/** Opens an imported session read-only, looks at it and removes it. */
export async function lookAtSession<Seen>(
  bench: Automation,
  id: string,
  look: () => Promise<Seen>,
): Promise<Seen> {
  await bench.call('sessions.open', { id, mode: 'readOnly' })
  try {
    return await look()
  } finally {
    await bench.call('sessions.close', {})
    await bench.call('sessions.remove', { id })
  }
}

/** Imports a file, looks at its session and removes it; returns null, or the message if the file is refused. */
export async function importOutcome(
  bench: Automation,
  bytes: Uint8Array,
  options: Parameters<typeof importSession>[2],
  look: () => Promise<unknown>,
): Promise<string | null> {
  let id: string
  try {
    ;({ id } = await importSession(bench, bytes, options))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  await lookAtSession(bench, id, look)
  return null
}

type ListMethod = 'payments.list' | 'callbacks.list' | 'captures.list' | 'exchanges.list'

async function wholeList(bench: Automation, method: ListMethod): Promise<readonly { readonly id: string }[]> {
  const found: { readonly id: string }[] = []
  let cursor: string | undefined
  do {
    const page: { readonly items: readonly object[]; readonly next?: string | undefined } = await bench.call(
      method,
      { limit: 100, ...(cursor === undefined ? {} : { cursor }) },
    )
    for (const item of page.items) {
      found.push({ ...item, id: 'key' in item ? String(item.key) : 'id' in item ? String(item.id) : '' })
    }
    cursor = page.next
  } while (cursor !== undefined)
  return found
}

const LISTENERS = ['platform', 'platformTls', 'merchant', 'merchantTls'] as const

/** Replaces the addresses of our own listeners, which change with every run, with their names. */
function withoutAddresses(text: string, runs: readonly ReadyInfo[]): string {
  return runs
    .flatMap((ready) => LISTENERS.map((name) => [name, ready[name]] as const))
    .reduce((rest, [name, url]) => rest.replaceAll(url, `<${name}>`), text)
}

/** Everything that a bench shows of payments and messages, one text for each; listeners of `runs` appear by name. */
export async function everythingOf(
  bench: Automation,
  runs: readonly ReadyInfo[],
): Promise<readonly string[]> {
  const all: unknown[] = []
  for (const name of ['payments', 'callbacks', 'captures', 'exchanges'] as const) {
    const list = await wholeList(bench, `${name}.list`)
    all.push([name, list])
    for (const { id } of list) {
      if (name === 'payments') all.push(await bench.call('payments.get', { key: id }))
      else all.push(await bench.call(`${name}.get`, { id }))
    }
  }
  const { items } = await bench.call('projects.list', {})
  all.push(items)
  const { counters } = await bench.call('bench.info', {})
  all.push(counters)
  return all.map((one) => withoutAddresses(JSON.stringify(one), runs))
}

export const hashOf = (texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\n')).digest('hex')
