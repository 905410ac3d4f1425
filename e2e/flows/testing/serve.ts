import { createServer, type RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import { listening } from '#core/testing/listening'

/** Serves on a free port until the test has finished; returns the address without a path. */
export async function serve(listener: RequestListener): Promise<string> {
  const { url, close } = await listening(createServer(listener))
  onTestFinished(close)
  return url
}
