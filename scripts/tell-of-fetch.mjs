/**
 * Loaded into Electron's installer, which says neither how large its download is nor why it failed: adds both to what
 * it prints.
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
