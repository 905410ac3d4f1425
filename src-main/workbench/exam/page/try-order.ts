import { orderMembers, orderUrl, readOrder, valueAt } from '../../../exam/orders/read-order'
import { ORDER_PARTS } from '../../../exam/setup/exam-setup'
import { boundedPath } from '../../../lib/limits/bounded-text'
import { describeValue } from '../../../lib/match/describe'
import type { ExamOrderTry } from '../../../protocol/exam'
import type { Params } from '../../../protocol/methods'
import type { OwnBenches } from '../../own-benches'

/** Time that the merchant gets to show an order, real milliseconds. */
const LIMIT_MS = 10_000

/** Reads an order now, as an exam would, and says what is at the paths of the setup. */
export async function tryOrder(
  { orders, paymentId, hosts }: Params<'exam.tryOrder'>,
  host: Pick<OwnBenches, 'sender'>,
): Promise<ExamOrderTry> {
  const signal = AbortSignal.timeout(LIMIT_MS)
  const url = orderUrl(orders.url, paymentId)
  const { status, problem, json } = await readOrder(url, host.sender(hosts), signal)
  const found = ORDER_PARTS.flatMap((part) => {
    const path = orders[part]
    if (path === null) return []
    const value = valueAt(json, path)
    const isWord = (words: readonly string[]): boolean => words.includes(String(value))
    const means =
      part !== 'state' ? null : isWord(orders.paid) ? 'paid' : isWord(orders.declined) ? 'declined' : null
    const text = value === undefined ? null : describeValue(value)
    return [{ part, path: boundedPath(path), value: text, means } as const]
  })
  return { url, status, problem, found: problem === null ? found : [], members: [...orderMembers(json)] }
}
