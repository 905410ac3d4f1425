import type { HarMessage } from '../../core/har/message'
import { keepableText } from '../../core/card/kept-text'
import { maskAgain } from '../../core/card/mask-again'
import type { CardSpan } from '../../core/card/mask-body'
import { parseJsonBytes } from '../../core/json/parse'
import { foldPaymentId } from '../../core/payment/payment'
import type { NewExchange, StoredVerdict } from '../../store/records'
import { unknownProjectVerdict, unreadableVerdict, verdictOf } from '../api/verdict'
import type { BenchContext } from '../context'
import { latin1Of, textOf } from '../queries/bytes'
import { paymentIdIn, projectIdIn } from './project-in-body'

/** An entry of an archive as it is kept: card data is masked as that of every request, whatever the file says of it. */
export function importedExchange(
  context: BenchContext,
  message: HarMessage,
  id: string,
  newIds: ReadonlyMap<string, string>,
): NewExchange {
  const { store } = context
  const { own, reply } = message
  const body = maskedBytes(message.body, own?.masked ?? [])
  const projectId = own?.projectId ?? projectIdIn(message)
  const paymentId = own?.paymentId ?? paymentIdIn(message)
  const kept = (text: string): string => keepableText(text)
  const payment =
    projectId === null || paymentId === null
      ? null
      : store.payments.byPaymentId(projectId, foldPaymentId(paymentId))
  const replayOf = own?.replayOf === undefined ? undefined : newIds.get(own.replayOf)
  return {
    id,
    door: 'imported',
    receivedAt: own?.virtualTime ?? message.startedAt,
    wallReceivedAt: message.startedAt,
    secure: /^(?:https|wss):/i.test(message.url),
    method: message.method,
    target: kept(message.target),
    httpVersion: message.httpVersion,
    tlsVersion: own?.tlsVersion ?? null,
    remoteAddress: own?.remoteAddress ?? null,
    headers: message.headers.map(([name, value]) => [name, kept(value)] as const),
    body: body.bytes,
    masked: body.masked,
    projectId,
    paymentKey: payment?.key ?? null,
    paymentId: paymentId === null ? null : kept(paymentId),
    callbackId: null,
    verdict: own?.verdict ?? verdictFor(context, message, projectId),
    refusal: own?.refusal ?? null,
    note: own?.note === undefined ? null : kept(own.note),
    replyStatus: reply?.status ?? null,
    replyHeaders: reply?.headers ?? null,
    replyBody: reply === null ? null : maskedBytes(reply.body, []).bytes,
    durationMs: message.durationMs,
    ...(replayOf === undefined ? {} : { replayOf }),
    marks: (own?.marks ?? []).map((mark) => ({ ...mark, text: kept(mark.text) })),
  }
}

/** An archive may have been masked before, by us or by others. Places count characters, or bytes where it is no text. */
function maskedBytes(
  bytes: Uint8Array,
  claimed: readonly CardSpan[],
): { readonly bytes: Uint8Array; readonly masked: readonly CardSpan[] } {
  const text = textOf(bytes)
  const masked = maskAgain(text ?? latin1Of(bytes), claimed)
  return {
    bytes: new Uint8Array(Buffer.from(masked.text, text === null ? 'latin1' : 'utf8')),
    masked: masked.spans,
  }
}

/** Requests that say nothing about their signature are looked at here, with the secrets of this bench. */
function verdictFor(
  { projects, ports }: BenchContext,
  { body }: HarMessage,
  projectId: number | null,
): StoredVerdict {
  const json = parseJsonBytes(body)
  if (!json.ok) return unreadableVerdict(json.message)
  const project = projectId === null ? null : projects.byId(projectId)
  if (project === null) return unknownProjectVerdict(projectId)
  return verdictOf({ root: json.root, project, crypto: ports.crypto, surface: 'api' })
}
