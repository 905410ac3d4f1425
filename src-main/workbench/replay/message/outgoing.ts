import type { MessagePreview } from '#protocol/replay'
import type { ParsedParams } from '#protocol/methods'
import { signedText } from '#domain/callback/signed-text'
import { withHeader } from '#domain/fault/content'
import type { Project } from '#domain/project/project'
import type { CallbackRecord, ExchangeRecord, NewCallback } from '#store/records'
import { verdictAbout } from '#workbench/callbacks/callback-detail'
import type { BenchContext } from '#workbench/payment-engine'
import { invalidParam, notFound } from '#core/errors'
import { isSelfReference, toReference, toUrl } from '#core/self-address'
import { unwritableHeader } from '#lib/http-message/response'
import { base64Of, textOf, writeHold } from '#core/views'
import { pick } from '#lib/members'

type MessageEdit = Omit<ParsedParams<'callbacks.replay'>, 'id' | 'repeat'>

export interface Outgoing extends MessageOrigin {
  readonly project: Project
  /** What was done to the original, as the beginning of a sentence. */
  readonly change: string
}

/**
 * The message to send: only what is edited, the signature and `Content-Length` differ from the original.
 * @throws BenchError invalid_params with the field that is wrong
 */
export function makeOutgoing(context: BenchContext, origin: MessageOrigin, edit: MessageEdit): Outgoing {
  const { projects, ports, addresses } = context
  const project = projects.find(origin.projectId)
  const target = edit.target === undefined ? origin.target : toReference(edit.target, addresses())
  if (edit.target !== undefined && !canBeSentTo(target)) throw invalidParam('target', NO_ADDRESS)
  const headers = edit.headers ?? origin.headers
  const unwritable = unwritableHeader(headers)
  if (unwritable !== null) throw invalidParam(`headers.${String(unwritable.index)}`, unwritable.message)
  const body = bodyOf(origin, edit, project, ports.crypto)
  const outgoing = { ...origin, target, method: edit.method ?? origin.method }
  return {
    ...outgoing,
    headers: withHeader(headers, 'Content-Length', String(body.length)),
    body,
    project,
    change: changeOf(origin, edit, outgoing),
  }
}

const NO_ADDRESS = 'The message has no usable target. Give an absolute http or https URL.'

const canBeSentTo = (target: string | null): boolean =>
  target !== null && (isSelfReference(target) || /^https?:\/\/[^\s/]+/i.test(target))

function bodyOf(
  origin: MessageOrigin,
  edit: MessageEdit,
  project: Project,
  crypto: BenchContext['ports']['crypto'],
): Uint8Array {
  if (edit.body === undefined && edit.signing === 'keep' && edit.place === undefined) return origin.body
  const text = edit.body ?? textOf(origin.body)
  if (text === null) {
    throw invalidParam(
      'body',
      'The original body is not UTF-8 text. Keep its signature to send its bytes unchanged, or give a new body.',
    )
  }
  const signed = signedText(text, edit.signing, project.secret, crypto, edit)
  if (!signed.ok) throw invalidParam(signed.field, signed.message)
  return new TextEncoder().encode(signed.text)
}

const SIGNED: Readonly<Record<MessageEdit['signing'], string>> = {
  resign: 'Signed again',
  keep: 'Signature kept',
  omit: 'Signature left out',
  corrupt: 'Signature corrupted',
  own: 'Custom signature',
}
const PLACES = { top: ' at the top level', general: ' in “general”' } as const

function changeOf(
  origin: MessageOrigin,
  edit: MessageEdit,
  outgoing: Pick<MessageOrigin, 'target' | 'method'>,
): string {
  const edited = [
    edit.body !== undefined && edit.body !== textOf(origin.body) ? 'body' : '',
    edit.headers !== undefined && JSON.stringify(edit.headers) !== JSON.stringify(origin.headers)
      ? 'headers'
      : '',
    outgoing.target === origin.target ? '' : 'target',
    outgoing.method === origin.method ? '' : 'method',
  ].filter((part) => part !== '')
  const signed = SIGNED[edit.signing] + (edit.place === undefined ? '' : PLACES[edit.place])
  if (origin.id === null) return signed
  const last = edited.pop()
  if (last === undefined) return signed
  return `${signed}, ${edited.length === 0 ? last : `${edited.join(', ')} and ${last}`} edited`
}

export function previewOf(context: BenchContext, outgoing: Outgoing): MessagePreview {
  const { project, body, target } = outgoing
  const text = textOf(body)
  return {
    ...pick(outgoing, 'method', 'kind', 'projectId', 'paymentKey', 'paymentId'),
    target: target === null ? null : toUrl(target, context.addresses()),
    headers: outgoing.headers.map(([name, value]) => [name, value]),
    body: text,
    ...(text === null ? { bodyBase64: base64Of(body) } : {}),
    sizeBytes: body.byteLength,
    signature: verdictAbout(context, body, project),
  }
}

/**
 * Creates a callback with the message, due now.
 * @throws BenchError invalid_params if there is no target
 */
export function callbackFrom(context: BenchContext, outgoing: Outgoing, id: string): NewCallback {
  const { target } = outgoing
  if (target === null || !canBeSentTo(target)) throw invalidParam('target', NO_ADDRESS)
  const now = context.clock.now()
  return {
    id,
    ...pick(outgoing, 'paymentKey', 'paymentId', 'projectId', 'kind', 'method', 'headers', 'body'),
    createdAt: now,
    targetUrl: target,
    targetIsOwnPath: isSelfReference(target),
    state: 'scheduled',
    attemptCount: 0,
    firstDueAt: now,
    nextN: 0,
    nextAttemptAt: now,
    lastStatus: null,
    lastDurationMs: null,
    replayOf: outgoing.id,
    note: null,
    operationId: outgoing.operationId,
    marks: [{ ruleId: null, text: `${outgoing.change}.` }],
  }
}

/**
 * Stores the message as a callback that is due at once. It is sent once, unless `repeat` requests the schedule of
 * contract 9.4. Returns the id of the new callback.
 */
export function sendOutgoing(context: BenchContext, outgoing: Outgoing, repeat: boolean): string {
  const { store, ids, changes, scheduler } = context
  const id = ids.callbackId()
  const callback = callbackFrom(context, outgoing, id)
  const hold = repeat ? null : writeHold({ kind: 'free', once: true })
  store.write(() => store.callbacks.insert({ ...callback, hold }))
  changes.callback(id, true)
  if (callback.paymentKey !== null) changes.payment(callback.paymentKey, false)
  scheduler.wake()
  return id
}

/** What a new message is based on: a callback, a captured request or a template. */
export interface MessageOrigin extends Pick<
  CallbackRecord,
  'kind' | 'projectId' | 'paymentKey' | 'paymentId' | 'operationId' | 'method' | 'headers' | 'body'
> {
  /** Null for a template. */
  readonly id: string | null
  /** As stored: a reference such as `own:/callbacks` if the target is our merchant listener (contract 9.3). */
  readonly target: string | null
}

/** Reads a callback (`cb_…`), or a captured or imported request (`ex_…`). Throws for any other id. */
export function readOrigin(context: BenchContext, id: string): MessageOrigin {
  const callback = context.store.callbacks.byId(id)
  if (callback !== null) return { ...callback, target: callback.targetUrl }
  const exchange = context.store.exchanges.byId(id)
  if (exchange === null) throw notFound('callback or captured request', id)
  return fromExchange(context, exchange)
}

function fromExchange({ store, projects, addresses }: BenchContext, exchange: ExchangeRecord): MessageOrigin {
  if (exchange.source !== 'capture' && exchange.source !== 'imported') {
    const message = 'This is a request to the platform, not a callback. Send it again on the Traffic page.'
    throw invalidParam('id', message)
  }
  const callback = exchange.callbackId === null ? null : store.callbacks.row(exchange.callbackId)
  const known = exchange.projectId === null ? null : projects.byId(exchange.projectId)
  const payment = exchange.paymentKey === null ? null : store.payments.row(exchange.paymentKey)
  return {
    id: exchange.id,
    kind: callback?.kind ?? 'other',
    projectId: callback?.projectId ?? (known ?? projects.defaultProject()).projectId,
    paymentKey: payment?.key ?? callback?.paymentKey ?? null,
    paymentId: payment?.paymentId ?? callback?.paymentId ?? '',
    operationId: callback?.operationId ?? null,
    target: toReference(addressOf(exchange), addresses()) || null,
    method: exchange.method,
    headers: exchange.headers.filter(([name]) => !OF_ONE_CONNECTION.test(name)),
    body: exchange.body,
  }
}

/** Header fields that belong to the connection rather than to the message. */
const OF_ONE_CONNECTION = /^(?:host|connection|keep-alive|transfer-encoding|expect|upgrade)$/i

/** The target of a capture becomes a reference to our own listener, because the port may have changed since. */
function addressOf({ source, secure, target, headers }: ExchangeRecord): string {
  if (/^https?:\/\//i.test(target)) return target
  if (!target.startsWith('/')) return ''
  if (source === 'capture') return `${secure ? 'own-tls' : 'own'}:${target}`
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1]
  return host === undefined ? '' : `${secure ? 'https' : 'http'}://${host}${target}`
}
