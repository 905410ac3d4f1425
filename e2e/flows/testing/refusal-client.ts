import { PROJECT, type FlowBench } from './flow-bench'
import { signed, type JsonRecord } from './signer'
import { exchange, type WireResponse } from './wire-client'

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Sends a body to the API unchanged. */
export const sendUnsigned = (
  bench: FlowBench,
  path: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = JSON_TYPE,
): Promise<WireResponse> => exchange(`${bench.ready.platform}${path}`, { body, headers })

/** Signs the body again, whatever was changed in it, and sends it. */
export function sendSigned(bench: FlowBench, path: string, body: JsonRecord): Promise<WireResponse> {
  const { general, ...rest } = body
  const whole = { general: { ...(general as JsonRecord) }, ...rest }
  return sendUnsigned(bench, path, JSON.stringify(signed(whole, PROJECT.secret)))
}
