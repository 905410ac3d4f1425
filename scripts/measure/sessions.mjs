import { startHost } from './host.mjs'
import { atMost, count, duration, megabytes } from './report.mjs'
import { sorted, quantile, timed } from './statistics.mjs'

const partBytes = 4_000_000
const askEveryMs = 100
const goal = atMost(duration(60_000))

/**
 * Exports and imports a complete session, and measures how fast lists respond while that runs.
 * @param {{directory: string, payments: number}} options `directory`: a data folder that contains the payments
 */
export const measureSessions = async ({ directory, payments }) => {
  const host = await startHost(directory)
  try {
    const { api } = host
    const exported = await whileAsking(api, () => api('sessions.export', { includeSecrets: true }))
    const file = await download(api, exported.result.id)
    const imported = await whileAsking(api, () => upload(api, file))
    return {
      title: `Session files: ${count(payments).text} payments`,
      rows: [
        { what: 'Export', measured: duration(exported.ms), goal },
        { what: 'The file', measured: megabytes(file.length) },
        {
          what: 'First page of payments during the export, p95',
          measured: duration(exported.p95),
          note: `(longest ${duration(exported.longest).text})`,
        },
        { what: 'Import', measured: duration(imported.ms), goal },
        {
          what: 'First page of payments during the import, p95',
          measured: duration(imported.p95),
          note: `(longest ${duration(imported.longest).text})`,
        },
      ],
    }
  } finally {
    await host.stop()
  }
}

/**
 * @template Result
 * @param {import('./host.mjs').Api} api
 * @param {() => Promise<Result>} work
 * @returns {Promise<{ms: number, result: Result, p95: number, longest: number}>} `p95` and `longest`:
 *   response times of a list requested throughout, in milliseconds
 */
const whileAsking = async (api, work) => {
  let isDone = false
  const ask = async () => {
    /** @type {number[]} */
    const times = []
    while (!isDone) {
      times.push((await timed(() => api('payments.list', { limit: 100 }))).ms)
      await new Promise((resolve) => setTimeout(resolve, askEveryMs))
    }
    return sorted(times)
  }
  const [worked, times] = await Promise.all([timed(work).finally(() => (isDone = true)), ask()])
  return { ...worked, p95: quantile(times, 0.95), longest: times.at(-1) ?? NaN }
}

/**
 * @param {import('./host.mjs').Api} api
 * @param {string} id
 */
const download = async (api, id) => {
  /** @type {Buffer[]} */
  const parts = []
  /** @type {number | null} */
  let offset = 0
  while (offset !== null) {
    const { chunkBase64, next } = await api('sessions.download', { id, offset })
    parts.push(Buffer.from(chunkBase64, 'base64'))
    offset = next
  }
  await api('sessions.discard', { id })
  return Buffer.concat(parts)
}

/**
 * @param {import('./host.mjs').Api} api
 * @param {Buffer} file
 */
const upload = async (api, file) => {
  for (let index = 0, at = 0; at < file.length; index += 1, at += partBytes) {
    const { session } = await api('sessions.upload', {
      upload: 'bench',
      index,
      chunkBase64: file.toString('base64', at, at + partBytes),
      last: at + partBytes >= file.length,
      name: 'Imported by the benchmark',
    })
    if (session !== undefined) await api('sessions.remove', { id: session.id })
  }
}
