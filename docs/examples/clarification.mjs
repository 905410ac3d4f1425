// A clarification in two parts, with a merchant that stores what it receives. In a folder with paybench installed:
//   node clarification.mjs
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { startBench, unordered } from 'paybench/client'

/** The merchant under test: keeps the last status of every order. Yours runs in its own process. */
const orders = new Map()
const merchant = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const { payment, clarification_fields: fields } = JSON.parse(text)
  orders.set(payment.id, fields === undefined ? payment.status : `awaits ${Object.keys(fields).join(', ')}`)
  response.end()
})
merchant.listen(0, '127.0.0.1')
await once(merchant, 'listening')

const bench = await startBench()
try {
  const project = await bench.createProject({
    callbackUrl: `http://127.0.0.1:${merchant.address().port}/callbacks`,
  })
  const { key, paymentId } = await project.createPayment({ amount: 4650, currency: 'EUR' })

  // The platform requests two fields, and a callback lists them.
  const names = ['avs_post_code', 'avs_street_address']
  await bench.payments.requestClarification({ key, fields: { avs_data: names } })
  const asked = await project.expect.callback({
    paymentId,
    kind: 'clarification',
    state: 'delivered',
    body: { clarification_fields: { avs_data: unordered(...names) } },
  })
  assert.equal(asked.lastStatus, 200)
  assert.equal(orders.get(paymentId), 'awaits avs_data')

  // One field is answered: the next callback requests the other one.
  await bench.payments.answerClarification({
    key,
    additionalData: { avs_data: { avs_post_code: 'H91 AB12' } },
  })
  await project.expect.callback(
    { paymentId, body: { clarification_fields: { avs_data: ['avs_street_address'] } } },
    { after: asked },
  )

  // Nobody answers within 30 minutes: the payment is declined, and the merchant knows.
  await bench.clock.advance({ ms: 30 * 60_000 })
  await project.expect.payment({ paymentId, status: 'decline', resultCode: '603' })
  await project.expect.callback({ paymentId, kind: 'result', state: 'delivered' })
  assert.equal(orders.get(paymentId), 'decline')
  console.log('passed')
} finally {
  await bench.stop()
  merchant.close()
}
