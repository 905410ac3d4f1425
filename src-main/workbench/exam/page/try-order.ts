import type { ExamOrderTry } from '#protocol/exam'
import type { Params } from '#protocol/methods'
import { orderUrl, readOrder } from '#exam/orders/read-order'
import { ORDER_PARTS } from '#exam/setup/exam-setup'
import { boundedPath } from '#lib/limits/bounded-text'
import type { Foreign } from '#scenarios/foreign/foreign'
import type { SendHttp } from '#scenarios/running/http'

/** Time that the merchant gets to show an order, real milliseconds. */
const LIMIT_MS = 10_000

/** Reads an order now, as an exam would, and says what is at the paths of the setup. */
export async function tryOrder(
  { orders, paymentId }: Params<'exam.tryOrder'>,
  ports: { readonly send: SendHttp; readonly foreign: Foreign },
): Promise<ExamOrderTry> {
  const signal = AbortSignal.timeout(LIMIT_MS)
  const url = orderUrl(orders.url, paymentId)
  const asked = ORDER_PARTS.flatMap((part) => {
    const path = orders[part]
    return path === null ? [] : [{ part, path }]
  })
  const reading = await readOrder(
    url,
    asked.map(({ path }) => path),
    { ...ports, signal },
  )
  const found = reading.values.flatMap(({ word, text }, at) => {
    const { part, path } = asked[at] ?? {}
    if (part === undefined || path === undefined) return []
    const isWord = (words: readonly string[]): boolean => word !== null && words.includes(word)
    const means =
      part !== 'state' ? null : isWord(orders.paid) ? 'paid' : isWord(orders.declined) ? 'declined' : null
    return [{ part, path: boundedPath(path), value: text, means } as const]
  })
  const { status, problem, members } = reading
  return { url, status, problem, found, members: [...members] }
}
