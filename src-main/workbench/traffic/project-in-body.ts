import { isRecord, namedProjectId, valueAt } from '../../domain/api/rules'
import type { ProjectId } from '../../domain/ids'
import { decodePairs } from '../../lib/http-message/url-encoded'
import { parseJsonBytes } from '../../lib/json/parse'

/** The parts of a request that can name its project. `target` has one character per byte. */
export interface NamingRequest {
  readonly target: string
  readonly body: Uint8Array
}

/** The project that a request names: in `general`, in `customer` or at the top of its body, or among its parameters. */
export function projectIdIn(request: NamingRequest): ProjectId | null {
  return namedIn(request, ['general', 'project_id'], ['project_id'], ['customer', 'project_id'])
}

/** The payment that a request names; numbers are taken as their text. */
export function paymentIdIn({ body }: NamingRequest): string | null {
  const json = parseJsonBytes(body)
  if (!json.ok || !isRecord(json.plain)) return null
  for (const path of [['general', 'payment_id'], ['payment_id'], ['payment', 'id']]) {
    const value = valueAt(json.plain, path)
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

function namedIn(
  { target, body }: NamingRequest,
  ...paths: readonly (readonly string[])[]
): ProjectId | null {
  const json = parseJsonBytes(body)
  if (json.ok && isRecord(json.plain)) {
    for (const path of paths) {
      const id = namedProjectId(valueAt(json.plain, path))
      if (id !== null) return id
    }
    return null
  }
  const question = target.indexOf('?')
  const query = question < 0 ? new Uint8Array(0) : Buffer.from(target.slice(question + 1), 'latin1')
  for (const pairs of [query, body.length > 65_536 ? new Uint8Array(0) : body]) {
    const value = decodePairs(pairs).findLast(({ name }) => name === 'project_id')?.value
    const id = namedProjectId(value)
    if (id !== null) return id
  }
  return null
}
