const handlers = new Map()

/** Schemes that the program registered before it was ready. */
const privileged = new Set()

export const protocol = {
  registerSchemesAsPrivileged(schemes) {
    for (const { scheme } of schemes) privileged.add(scheme)
  },
  handle(scheme, handler) {
    if (!privileged.has(scheme)) throw new Error(`${scheme}: pages need a scheme registered as privileged`)
    if (handlers.has(scheme)) throw new Error(`${scheme} already has a handler`)
    handlers.set(scheme, handler)
  },
}

/** The address that Chromium is given instead of one with a scheme that it does not know. */
export const shownAddress = (text) => {
  const url = new URL(text)
  const scheme = url.protocol.slice(0, -1)
  if (!privileged.has(scheme)) return text
  return `http://${url.host}.${scheme}.localhost${url.pathname}${url.search}${url.hash}`
}

/** The way back: the address as the program knows it. */
export const originalAddress = (text) => {
  if (!URL.canParse(text)) return text
  const url = new URL(text)
  const [, host, scheme] = /^(.+)\.([a-z][a-z0-9+-]*)\.localhost$/.exec(url.host) ?? []
  if (scheme === undefined || !privileged.has(scheme)) return text
  return `${scheme}://${host}${url.pathname}${url.search}${url.hash}`
}

/** Lets the program's handler respond to a request for one of its schemes; returns false for any other address. */
export const fulfilByHandler = async (route) => {
  const request = route.request()
  const address = originalAddress(request.url())
  if (address === request.url()) return false
  const handler = handlers.get(new URL(address).protocol.slice(0, -1))
  if (handler === undefined) {
    await route.abort('failed')
    return true
  }
  const response = await handler(
    new Request(address, { method: request.method(), headers: request.headers() }),
  )
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  })
  return true
}

/**
 * Lets pages of a privileged scheme frame a page whose policy allows them: Chromium shows them under another address.
 * Only GET is handled: a form posted into a frame comes from a page that is already framed.
 */
export const framePage = async (route) => {
  if (route.request().method() !== 'GET') return route.continue()
  const response = await route.fetch({ maxRedirects: 0 })
  const headers = { ...response.headers() }
  for (const scheme of privileged) {
    const policy = headers['content-security-policy']
    if (policy === undefined) continue
    headers['content-security-policy'] = policy.replace(` ${scheme}:`, ` http://*.${scheme}.localhost`)
  }
  await route.fulfill({ response, headers })
}
