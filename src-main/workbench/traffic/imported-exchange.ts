import type { SignatureVerdict } from '#protocol/messages'
import type { HarMessage } from '#domain/har/message'
import { maskAgainInSteps } from '#domain/card/mask-again'
import type { CardSpan } from '#domain/card/mask-body'
import { mapTexts } from '#lib/json/map-texts'
import { type JsonReading, parseJsonBytes } from '#lib/json/parse'
import { boundedNote } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import type { Steps } from '#lib/steps'
import { foldPaymentId } from '#domain/payment/payment'
import type { NewExchange } from '#store/records'
import { unknownProjectVerdict, unreadableVerdict, verdictOf } from '#core/verdict'
import type { BenchContext } from '#workbench/payment-engine'
import { latin1Of, textOf } from '#core/views'
import type { ProjectId } from '#domain/ids'
import { isRecord } from '#lib/json/node'
import { pick } from '#lib/members'
import { namedProjectId, projectNamedIn, valueAt } from '#domain/api/rules'
import { decodePairs } from '#lib/http-message/url-encoded'
import { keepableText } from '#domain/card/mask-text'

/** An archive entry as it is stored. Card data is masked as in every request, whatever the file says about it. */
export function* importedExchange(
  context: BenchContext,
  message: HarMessage,
  id: string,
  newIds: ReadonlyMap<string, string>,
): Steps<NewExchange> {
  const { store } = context
  const { own, response } = message
  const body = yield* maskedBytes(message.body, own?.masked ?? [])
  const responseBody = response === null ? null : (yield* maskedBytes(response.body, [])).bytes
  yield
  // A body above this limit cannot belong to an API request.
  const isShort = message.body.length <= LIMITS.platformBodyBytes
  const json = isShort ? parseJsonBytes(message.body) : null
  yield
  const projectId = own?.projectId ?? projectIdIn(message, json)
  const paymentId = own?.paymentId ?? paymentIdIn(json)
  const paymentKey =
    projectId === null || paymentId === null
      ? null
      : store.payments.keyByPaymentId(projectId, foldPaymentId(paymentId))
  yield
  const verdict = verdictFor(context, { own, json }, projectId)
  yield
  const replayOf = newIds.get(own?.replayOf ?? '') ?? null
  return {
    id,
    source: 'imported',
    receivedAt: own?.virtualTime ?? message.startedAt,
    wallReceivedAt: message.startedAt,
    secure: /^(?:https|wss):/i.test(message.url),
    ...pick(message, 'method', 'httpVersion', 'durationMs'),
    target: keepableText(message.target),
    tlsVersion: own?.tlsVersion ?? null,
    remoteAddress: own?.remoteAddress ?? null,
    headers: message.headers.map(([name, value]) => [name, keepableText(value)] as const),
    body: body.bytes,
    masked: body.masked,
    projectId,
    paymentKey,
    paymentId: paymentId === null ? null : keepableText(paymentId),
    callbackId: null,
    verdict,
    refusal: mapTexts(own?.refusal ?? null, keepableText) as NewExchange['refusal'],
    note: own?.note === undefined ? null : boundedNote(keepableText(own.note)),
    responseStatus: response?.status ?? null,
    responseHeaders: response?.headers ?? null,
    responseBody,
    replayOf,
    marks: (own?.marks ?? []).map((mark) => ({ ...mark, text: keepableText(mark.text) })),
  }
}

/** Masks a body that may be masked already. Spans count characters, or bytes if the body is not text. */
function* maskedBytes(
  bytes: Uint8Array,
  claimed: readonly CardSpan[],
): Steps<{ readonly bytes: Uint8Array; readonly masked: readonly CardSpan[] }> {
  const text = textOf(bytes)
  const masked = yield* maskAgainInSteps(text ?? latin1Of(bytes), claimed)
  return {
    bytes: new Uint8Array(Buffer.from(masked.text, text === null ? 'latin1' : 'utf8')),
    masked: masked.spans,
  }
}

const TOO_LONG = `Not verified: imported. The body is longer than the ${LIMITS.platformBodyBytes / 1024 ** 2} MiB that a signed request can have.`

/** Checks the signature with our own secrets: a file's verdict is not trusted. Masked card data prevents the check. */
function verdictFor(
  { projects, ports }: BenchContext,
  { own, json }: Pick<HarMessage, 'own'> & { readonly json: JsonReading | null },
  projectId: ProjectId | null,
): SignatureVerdict {
  if (own !== null && own.masked.length > 0) {
    return {
      state: 'unreadable',
      explanation:
        'Not verified: imported. Card data was masked before the file was written, so the signature cannot be recomputed.',
    }
  }
  if (json === null) return { state: 'unreadable', explanation: TOO_LONG }
  if (!json.ok) return unreadableVerdict(json.message)
  const project = projectId === null ? null : projects.byId(projectId)
  if (project === null) return unknownProjectVerdict(projectId)
  return verdictOf({ root: json.root, project, crypto: ports.crypto, surface: 'api' })
}

/**
 * The project in `general`, in `customer` or at the top of the body, or among the parameters.
 * @param request its target has one character per byte
 * @param json the body; null if it is too long to be read
 */
export function projectIdIn(
  { target, body }: Pick<HarMessage, 'target' | 'body'>,
  json: JsonReading | null,
): ProjectId | null {
  if (json?.ok === true && isRecord(json.plain)) return projectNamedIn(json.plain)
  const question = target.indexOf('?')
  const query = question < 0 ? new Uint8Array(0) : Buffer.from(target.slice(question + 1), 'latin1')
  for (const pairs of [query, body.length > 65_536 ? new Uint8Array(0) : body]) {
    const id = namedProjectId(decodePairs(pairs).findLast(({ name }) => name === 'project_id')?.value)
    if (id !== null) return id
  }
  return null
}

function paymentIdIn(json: JsonReading | null): string | null {
  if (json?.ok !== true || !isRecord(json.plain)) return null
  for (const path of [['general', 'payment_id'], ['payment_id'], ['payment', 'id']]) {
    const value = valueAt(json.plain, path)
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

/**
 * Keeps uploads in memory by id, until they are removed or unused for a while.
 * @param forgottenAfterMs wall-clock milliseconds after which an unused upload is removed
 * @param onGone called for every removed upload
 */
export function createUploads<Upload>(
  forgottenAfterMs: number,
  onGone: (upload: Upload) => void = () => undefined,
) {
  const entries = new Map<string, { readonly upload: Upload; readonly timer: NodeJS.Timeout }>()
  const remove = (id: string): void => {
    const entry = entries.get(id)
    if (entry === undefined) return
    clearTimeout(entry.timer)
    entries.delete(id)
    onGone(entry.upload)
  }
  return {
    put(id: string, upload: Upload): void {
      remove(id)
      const timer = setTimeout(remove, forgottenAfterMs, id)
      timer.unref()
      entries.set(id, { upload, timer })
    },
    /** Counts as a use. */
    get(id: string): Upload | undefined {
      const entry = entries.get(id)
      entry?.timer.refresh()
      return entry?.upload
    },
    remove,
    get size(): number {
      return entries.size
    },
  }
}
