import type { SignatureVerdict } from '../../protocol/messages'
import { placesOf } from '../../domain/api/check'
import { endpointOf } from '../../domain/api/endpoints'
import { decodeUtf8 } from '../../lib/bytes/utf8'
import { readParameters } from '../../platform/form/opening/read-parameters'
import { parseJsonBytes } from '../../lib/json/parse'
import type { Surface } from '../../domain/signature/canonical'
import type { SignedMessage } from './pasted/pasted-message'
import type { SignaturePlace } from '../../domain/signature/place'
import type { AttemptRecord, CallbackRecord, ExchangeRecord } from '../../store/records'

/** A message of the bench whose signature is to be explained, or why there is none to explain. */
export type RecordedMessage =
  | {
      readonly ok: true
      readonly message: SignedMessage & { readonly surface: Surface }
      readonly projectId: number | null
      /** Where the platform wanted the signature; undefined: wherever readers look. */
      readonly place: SignaturePlace | undefined
      /** The verdict on the original, where card data was masked since: the data is no longer what was signed. */
      readonly recorded: SignatureVerdict | null
    }
  | { readonly ok: false; readonly says: string }

/** A callback as it was made, or as an attempt sent it: a rule may have given that one a body of its own. */
export function recordedCallback(
  { body, projectId }: CallbackRecord,
  attempt?: Pick<AttemptRecord, 'requestBody'>,
): RecordedMessage {
  return fromJson(attempt?.requestBody ?? body, 'callback', projectId, undefined, null)
}

/** A request to one of the doors: callbacks at the capture server, openings of the form, calls of the API. */
export function recordedExchange(record: ExchangeRecord): RecordedMessage {
  const { door, method, target, headers, body, projectId } = record
  const recorded = record.masked.length > 0 ? record.verdict : null
  if (door === 'capture') return fromJson(body, 'callback', projectId, undefined, recorded)
  if (door === 'form' || target.startsWith('/payment')) {
    const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null
    const reading = readParameters({ method, target, contentType, body })
    if (!reading.ok) {
      return { ok: false, says: reading.fault.errors[0]?.message ?? 'The parameters cannot be read.' }
    }
    const { encoding, root } = reading.parameters
    const bodyText = encoding === 'json' ? decodeUtf8(body) : undefined
    return {
      ok: true,
      message: { root, encoding, bodyText, surface: 'form' },
      projectId,
      place: 'signature',
      recorded,
    }
  }
  const endpoint = endpointOf(target.split('?', 1)[0] ?? '')
  const place =
    endpoint === null
      ? undefined
      : placesOf(endpoint.kind).signature.length === 1
        ? 'signature'
        : 'general.signature'
  return fromJson(body, 'api', projectId, place, recorded)
}

function fromJson(
  body: Uint8Array,
  surface: Surface,
  projectId: number | null,
  place: SignaturePlace | undefined,
  recorded: SignatureVerdict | null,
): RecordedMessage {
  const json = parseJsonBytes(body)
  if (!json.ok) return { ok: false, says: json.message }
  if (json.root.type !== 'object' && json.root.type !== 'array') {
    return { ok: false, says: 'Only a JSON object or array can be signed.' }
  }
  const message = { root: json.root, encoding: 'json', bodyText: decodeUtf8(body), surface } as const
  return { ok: true, message, projectId, place, recorded }
}
