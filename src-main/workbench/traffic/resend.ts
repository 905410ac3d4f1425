import { BenchError } from '#protocol/connection'
import type { Result } from '#protocol/methods'
import type { ExchangeRecord } from '#store/records'
import type { BenchContext } from '#workbench/payment-engine'
import { invalidParam, notFound } from '#core/errors'
import type { SelfAddresses } from '#core/sending'
import { base64Of, exchangeSummary, textOf } from '#core/views'
import type { SelfRequests, InFlight } from '#core/self-address'
import { resentBytes, type ResendParams } from './resent-bytes'

/** Longer than a merchant's limit (contract 9.2): response rules may delay the response. Wall-clock milliseconds. */
const TIMEOUT_MS = 15_000

/** See `exchanges.resend`. */
export async function resend(
  context: BenchContext,
  selfRequests: SelfRequests,
  params: ResendParams,
): Promise<Result<'exchanges.resend'>> {
  const { store, ports, addresses } = context
  const original = store.exchanges.byId(params.id)
  if (original === null) throw notFound('exchange', params.id)
  const base = listenerAddress(original, params, addresses())
  const bytes = resentBytes(context, original, params, base)

  const sent: InFlight[] = []
  const { response, failure, durationMs } = await ports.sendExact({
    url: base,
    method: params.edits?.method ?? original.method,
    bytes,
    timeoutMs: TIMEOUT_MS,
    onConnected: (localPort) => {
      const marks = [{ ruleId: null, text: markOf(params) }]
      sent.push(selfRequests.expect(localPort, { kind: 'resent', replayOf: original.id, marks }))
    },
  })
  const [inFlight] = sent
  inFlight?.end()
  const exchangeId = inFlight?.exchangeId() ?? null
  await store.committed()
  const row = exchangeId === null ? null : store.exchanges.row(exchangeId)
  return {
    exchange: row === null ? null : exchangeSummary(row),
    reply:
      response === null
        ? null
        : {
            status: response.status,
            headers: response.headers.map(([name, value]) => [name, value]),
            body: textOf(response.body),
            bodyBase64: base64Of(response.body),
            durationMs,
          },
    ...(failure === null ? {} : { failure: { code: failure.code, message: failure.message } }),
  }
}

function listenerAddress(
  original: ExchangeRecord,
  { to }: ResendParams,
  addresses: SelfAddresses | null,
): string {
  if (addresses === null) {
    throw new BenchError('unavailable', 'The listeners are not ready yet. Try again in a moment.')
  }
  if (to !== undefined) return addresses[to]
  switch (original.source) {
    case 'api':
    case 'form':
      return original.secure ? addresses.platformTls : addresses.platform
    case 'capture':
      return original.secure ? addresses.merchantTls : addresses.merchant
    case 'imported':
      throw invalidParam(
        'to',
        'This request was imported from a file. Choose the listener that receives it: platform or merchant.',
      )
  }
}

function markOf({ edits = {}, signing }: ResendParams): string {
  const parts = (['method', 'path', 'headers', 'body'] as const).filter((part) => edits[part] !== undefined)
  const signature = {
    keep: '',
    resign: ', signed again',
    omit: ', without its signature',
    corrupt: ', with a wrong signature',
  }[signing]
  return parts.length === 0
    ? `Sent again from the workbench${signature}.`
    : `Edited (${parts.join(', ')}) and sent from the workbench${signature}.`
}
