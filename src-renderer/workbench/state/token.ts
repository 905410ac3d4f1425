const TOKEN_KEY = 'paybench.token'

/** Windows of one bench in one browser talk to each other here: only pages of the same origin hear it. */
const CHANNEL = 'paybench.token'

/** So long a new window waits for another one to answer. */
const ANSWER_MS = 400

const QUESTION = 'token?'

const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,200}$/.test(value)

/** The token of the address, which is removed from there and kept for reloads of this tab; null where there is none. */
function givenToken(): string | null {
  const address = new URL(location.href)
  const given = address.searchParams.get('token')
  if (given !== null) {
    sessionStorage.setItem(TOKEN_KEY, given)
    address.searchParams.delete('token')
    history.replaceState(history.state, '', address)
  }
  return sessionStorage.getItem(TOKEN_KEY)
}

/** Asks the other windows of this bench; null where none answers in time. */
function askedToken(): Promise<string | null> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL)
    const finish = (token: string | null): void => {
      clearTimeout(limit)
      channel.close()
      resolve(token)
    }
    const limit = setTimeout(() => finish(null), ANSWER_MS)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isToken(data)) finish(data)
    }
    channel.postMessage(QUESTION)
  })
}

/**
 * The token of this run: of the address that was opened, else of this tab before a reload, else of another open window of the
 * same bench, so that a link without a token opens. Null where no window has one.
 */
export async function findToken(): Promise<string | null> {
  const token = givenToken()
  if (token !== null) return token
  const asked = await askedToken()
  if (asked !== null) sessionStorage.setItem(TOKEN_KEY, asked)
  return asked
}

/** Gives the token to windows that are opened by a link; returns the function that ends it. */
export function shareToken(token: string): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === QUESTION) channel.postMessage(token)
  }
  return () => channel.close()
}
