import type { ParsedParams } from '../../contract/methods'
import { BenchFault } from '../../contract/fault'
import { signedText } from '../../core/callback/signed-text'
import type { BenchContext } from '../context'
import { notFound } from '../handlers/faults'
import { isOwn, toReference } from '../own-address'
import type { WireHeaders } from '../ports'

/**
 * A new callback made from an earlier one: body, headers and target edited or as they were, signature made anew,
 * kept, left out or corrupted. The original stays as it is. Returns the id of the new callback.
 */
export function replayCallback(context: BenchContext, params: ParsedParams<'callbacks.replay'>): string {
  const { store, projects, ids, clock, ports, addresses, changes, scheduler } = context
  const original = store.callbacks.byId(params.id)
  if (original === null) throw notFound('callback', params.id)
  const project = projects.byId(original.projectId)
  if (project === null) throw notFound('project', String(original.projectId))

  const target = params.target === undefined ? original.targetUrl : toReference(params.target, addresses())
  if (target === null || (!isOwn(target) && !/^https?:\/\/[^\s/]+/i.test(target))) {
    const message =
      'Give an absolute http or https URL: the callback has no target of its own that could be used.'
    throw new BenchFault('invalid_params', `target: ${message}`, [{ field: 'target', message }])
  }
  const text = params.body ?? Buffer.from(original.body).toString('utf8')
  const signed = signedText(text, params.signing, project.secret, ports.crypto)
  if (!signed.ok) {
    throw new BenchFault('invalid_params', `body: ${signed.message}`, [
      { field: 'body', message: signed.message },
    ])
  }
  const body = new TextEncoder().encode(signed.text)
  const id = ids.messageId('cb')
  const now = clock.now()
  store.write(() => {
    store.callbacks.insert({
      id,
      paymentKey: original.paymentKey,
      paymentId: original.paymentId,
      projectId: original.projectId,
      kind: original.kind,
      createdAt: now,
      targetUrl: target,
      targetIsOwnPath: isOwn(target),
      method: original.method,
      headers: withLength(params.headers ?? original.headers, body.byteLength),
      body,
      state: 'scheduled',
      attemptCount: 0,
      firstDueAt: now,
      nextN: 0,
      nextAttemptAt: now,
      lastStatus: null,
      lastDurationMs: null,
      replayOf: original.id,
      note: null,
      operationId: original.operationId,
    })
  })
  changes.callback(id, true)
  if (original.paymentKey !== '') changes.payment(original.paymentKey, false)
  scheduler.wake()
  return id
}

/** The length always fits the body; the place of the field stays. */
function withLength(headers: WireHeaders, length: number): WireHeaders {
  const isLength = (name: string): boolean => name.toLowerCase() === 'content-length'
  const value = String(length)
  return headers.some(([name]) => isLength(name))
    ? headers.map(([name, old]) => [name, isLength(name) ? value : old] as const)
    : [...headers, ['Content-Length', value]]
}
