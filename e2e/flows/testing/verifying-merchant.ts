import { openMerchant, type Received, type TestMerchant } from './merchant'
import { isRecord, isSigned } from './signer'

/** How a careful merchant judges a callback. `out of order`: it came after the result of its payment. */
export type MerchantVerdict =
  'accepted' | 'duplicate' | 'out of order' | 'wrong content type' | 'not JSON' | 'wrong signature'

export interface Judged extends Received {
  readonly verdict: MerchantVerdict
}

/**
 * A merchant that checks the content type, charset, JSON and signature of every callback, keeps the state of its
 * payments, and responds with its verdict. It shares no code with the product.
 */
export interface VerifyingMerchant extends TestMerchant {
  readonly judged: readonly Judged[]
  readonly verdicts: readonly MerchantVerdict[]
}

/** HTTP status of the response, by verdict. */
type Statuses = Readonly<Record<MerchantVerdict, number>>

const STATUSES: Statuses = {
  accepted: 200,
  duplicate: 200,
  'out of order': 409,
  'wrong content type': 400,
  'not JSON': 400,
  'wrong signature': 400,
}

/** `statuses`: statuses that differ from the usual ones. */
export async function openVerifyingMerchant(
  secret: string,
  statuses: Partial<Statuses> = {},
): Promise<VerifyingMerchant> {
  const merchant = await openMerchant()
  const judged: Judged[] = []
  const judge = createJudge(secret)
  merchant.answerWith((callback) => {
    const verdict = judge(callback)
    judged.push({ ...callback, verdict })
    return { status: { ...STATUSES, ...statuses }[verdict], json: { verdict } }
  })
  return {
    ...merchant,
    url: `${merchant.url}/pay/callback`,
    judged,
    get verdicts() {
      return judged.map(({ verdict }) => verdict)
    },
  }
}

function createJudge(secret: string): (callback: Received) => MerchantVerdict {
  const seen = new Set<string>()
  const finished = new Set<string>()
  return ({ bytes, text, rawHeaders, paymentId }) => {
    const type = rawHeaders[rawHeaders.findIndex((name) => name.toLowerCase() === 'content-type') + 1] ?? ''
    if (!/^application\/json\s*(;\s*charset=utf-8\s*)?$/i.test(type)) return 'wrong content type'
    const json = readJson(bytes)
    if (!isRecord(json)) return 'not JSON'
    if (!isSigned(text, secret)) return 'wrong signature'
    if (seen.has(text)) return 'duplicate'
    seen.add(text)
    const isResult = 'operation' in json
    if (!isResult && finished.has(paymentId)) return 'out of order'
    if (isResult) finished.add(paymentId)
    return 'accepted'
  }
}

/** Undefined if the bytes are not JSON in UTF-8. */
function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return undefined
  }
}
