/**
 * Loaded into Electron's installer, which reports neither the size of its download nor why it failed: adds both to
 * its output.
 */
const { fetch } = globalThis

/**
 * @param {unknown} error
 * @returns {string} the innermost cause that has a message or a code
 */
const causeOf = (error) => {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return (error.cause === undefined ? '' : causeOf(error.cause)) || error.message || code
}

globalThis.fetch = async (...request) => {
  try {
    const response = await fetch(...request)
    console.error(`content-length: ${response.headers.get('content-length')}`)
    return response
  } catch (error) {
    console.error(`cause: ${causeOf(error)}`)
    throw error
  }
}
