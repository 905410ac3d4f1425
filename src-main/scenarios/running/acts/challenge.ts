import { pathOf } from '#domain/api/endpoint-of'
import { writePaRes } from '#domain/payment/pa-res'
import type { PaymentKey } from '#domain/ids'
import type { ArgsOf } from '#scenarios/vocabulary/scenario-shape'
import type { RunContext } from '#scenarios/running/context'
import { editedBody } from '#scenarios/running/edit'
import { neededKey, paymentNamed } from '#scenarios/running/payments'
import { postToPlatform } from './post-to-platform'

/** No simulated issuer accepts it. */
const WRONG_CODE = '000000'
/** The code that most simulated issuers accept; used where no challenge is open. */
const USUAL_CODE = '123456'

/** The payment, and the code that its customer types on the page of the issuer; null where the customer leaves it. */
export async function enteredAt(
  run: RunContext,
  name: string,
  challenge: string,
): Promise<{ readonly key: PaymentKey; readonly code: string | null }> {
  const key = await neededKey(run, name)
  if (challenge === 'leave') return { key, code: null }
  if (challenge === 'fail') return { key, code: WRONG_CODE }
  if (challenge !== 'pass') return { key, code: challenge }
  const { challenge: open } = await run.bench.call('payments.get', { key })
  return { key, code: open?.valid ?? USUAL_CODE }
}

/** Sends the request of the merchant after the customer came back from the issuer (contract 5.6). */
export async function sendChallengeResult(
  run: RunContext,
  { of, challenge, body: edits, signature }: ArgsOf<'challenge result'>,
): Promise<string> {
  const { id } = paymentNamed(run, of)
  const { key, code } = await enteredAt(run, of, challenge)
  const body = {
    general: { project_id: run.projectId, payment_id: id },
    md: key,
    pares: writePaRes({ md: key, code }),
  }
  const { response } = await postToPlatform(run, {
    name: of,
    path: pathOf('challengeResult'),
    body: editedBody(body, edits),
    signature,
  })
  return `3-D Secure result of ${id}: HTTP ${response.status}`
}
