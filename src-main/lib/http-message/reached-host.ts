/** Whether a host, spelled as by `URL.hostname`, is the computer that names it. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost') || host === '[::1]') return true
  return /^127(?:\.\d{1,3}){3}$/.test(host)
}

/**
 * Returns the origin of a listener for somebody who reached the bench under `host`, such as `bench.test:8600`: our
 * loopback address would lead to that person's own computer.
 */
export function originUnder(origin: string, host: string): string {
  const reached = `http://${host}`
  if (!URL.canParse(reached) || !URL.canParse(origin)) return origin
  const { hostname } = new URL(reached)
  const { protocol, hostname: own, port } = new URL(origin)
  if (isLoopback(hostname) || !isLoopback(own)) return origin
  return `${protocol}//${hostname}${port === '' ? '' : `:${port}`}`
}
