import { signed, type JsonRecord } from '#e2e/flows/testing/signer'
import type { Signable } from '#e2e/flows/testing/flow-bench'

/** What the platform gives a merchant. */
export interface PlatformAccess {
  readonly platform: string
  readonly projectId: number
  readonly secret: string
}

/** Sends a request signed in `general`; resolves with the response as JSON. `after`: members added after signing. */
export async function postSigned(
  { platform, secret }: PlatformAccess,
  path: string,
  body: Signable,
  after: JsonRecord = {},
): Promise<unknown> {
  const response = await fetch(`${platform}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...signed(body, secret), ...after }),
  })
  return response.json()
}
