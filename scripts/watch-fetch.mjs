/**
 * This module is loaded into Electron's installer, which reports neither the progress of its download nor why it
 * failed, and hangs if nothing arrives. The module reports both on standard error, and aborts a stalled download.
 */
/** @type {typeof globalThis.fetch} */
const fetch = globalThis.fetch

const silenceLimitMs = Number(process.env['PAYBENCH_DOWNLOAD_LIMIT_MS'] ?? 10_000)

const looksEveryMs = 250

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1_000_000).toFixed(1)

/**
 * @param {unknown} error
 * @returns {string} the innermost cause that has a message or a code
 */
const causeOf = (error) => {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return (error.cause === undefined ? '' : causeOf(error.cause)) || error.message || code
}

/** @type {typeof globalThis.fetch} */
const watchedFetch = async (input, init) => {
  const silence = new AbortController()
  const { signal } = silence
  signal.addEventListener('abort', () => console.error(`cause: ${causeOf(signal.reason)}`))
  let total = ''
  let received = 0
  let heardAt = Date.now()
  const watch = setInterval(() => {
    if (received > 0) console.error(`progress: ${megabytes(received)} ${total}MB received`)
    if (Date.now() - heardAt < silenceLimitMs) return
    clearInterval(watch)
    silence.abort(new Error(`its download received nothing for ${silenceLimitMs / 1000} s`))
  }, looksEveryMs)
  try {
    const response = await fetch(input, { ...init, signal })
    if (!response.ok) {
      clearInterval(watch)
      return response
    }
    const length = response.headers.get('content-length')
    if (length !== null) total = `of ${megabytes(Number(length))} `
    /** @type {TransformStream<Uint8Array, Uint8Array>} */
    const counted = new TransformStream({
      transform(chunk, controller) {
        heardAt = Date.now()
        received += chunk.length
        controller.enqueue(chunk)
      },
      flush() {
        clearInterval(watch)
        console.error('progress: is being unpacked')
      },
    })
    return new Response(response.body?.pipeThrough(counted), response)
  } catch (error) {
    clearInterval(watch)
    if (!signal.aborted) console.error(`cause: ${causeOf(error)}`)
    throw error
  }
}

globalThis.fetch = watchedFetch
