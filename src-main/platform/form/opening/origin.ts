const ORIGIN = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^\s/?#@:]+)(?::(\d{1,5}))?\/?$/i
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * One spelling for an origin: small letters, no default port, no closing slash, one name for this computer itself.
 * Null for text that is no origin, an address with a path among it.
 */
function normalOrigin(text: string): string | null {
  const [, scheme, host, port] = ORIGIN.exec(text.trim()) ?? []
  if (scheme === undefined || host === undefined) return null
  const protocol = scheme.toLowerCase()
  const name = host.toLowerCase()
  const usual = protocol === 'https' ? '443' : '80'
  return `${protocol}://${LOOPBACK.has(name) ? 'localhost' : name}:${port ?? usual}`
}

/** Whether a text names one of these origins (contract 7.2, `urlBase`). */
export function isOneOfOrigins(text: string, origins: readonly string[]): boolean {
  const wanted = normalOrigin(text)
  return wanted !== null && origins.some((origin) => normalOrigin(origin) === wanted)
}
