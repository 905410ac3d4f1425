import { METHODS } from '#domain/method/method'
import { CALLBACK_COUNTS, MESSAGE_KINDS } from '#domain/payment/callbacks'
import { PAYMENT_STATUSES } from '#domain/payment/statuses'
import { METHOD_WAYS } from '#domain/project/method-shape'
import type { QueryField, QueryOperator } from './terms'

const SAME: readonly QueryOperator[] = [':', '=']
export const OPERATORS: readonly QueryOperator[] = [':', '=', '>', '<', '>=', '<=']

type Words = Pick<QueryField, 'explanation'> & Partial<QueryField>

const text = (name: string, examples: readonly string[], words: Words): QueryField => ({
  name,
  kind: 'text',
  operators: SAME,
  examples,
  ...words,
})

/** The first two values serve as examples. */
const word = (name: string, values: readonly string[], words: Words): QueryField => ({
  name,
  kind: 'enum',
  operators: SAME,
  values,
  examples: values.slice(0, 2),
  ...words,
})

const yesNo = (name: string, explanation: string): QueryField =>
  word(name, ['yes', 'no'], { examples: ['yes'], explanation })

const createdField = (column: string): QueryField => ({
  name: 'created',
  kind: 'time',
  operators: OPERATORS,
  examples: ['today', 'yesterday', '2031-04-09', '1h', '30m', '2d'],
  explanation:
    'When it was created, UTC on the virtual clock: a day, a time, or a span (1h: the last hour; created<2d: over 2 days ago).',
  column,
})

const responseStatus = (column: string, more = ''): QueryField => ({
  name: 'status',
  kind: 'number',
  operators: OPERATORS,
  values: ['none'],
  examples: ['200', '5xx', 'none'],
  explanation: `HTTP status of the response; 5xx for a whole class, none if there was no response.${more}`,
  column,
})

const PROJECT: QueryField = {
  name: 'project',
  kind: 'number',
  operators: SAME,
  examples: ['1'],
  explanation: 'Project number.',
  column: 'project_id',
}

const PAYMENT_ID_WORDS = 'Part of the payment id; with = the complete id. Letter case does not matter.'

const PAYMENT_OF_MESSAGE = text('payment', ['order-17'], { explanation: PAYMENT_ID_WORDS })

const ANNOTATION: readonly QueryField[] = [
  text('label', ['flaky'], {
    explanation: 'A complete label that the tester added. Letter case does not matter.',
  }),
  text('note', ['"ask the shop"'], {
    explanation: 'Part of the note that the tester wrote about it; with = the complete note.',
  }),
]

const ABOUT_MESSAGE: readonly QueryField[] = [
  yesNo('replay', 'Whether the message repeats another one: sent again, edited or not.'),
  yesNo('mark', 'Whether a rule, a job or the tester affected the message.'),
  ...ANNOTATION,
]

export const PAYMENT_QUERY_FIELDS: readonly QueryField[] = [
  word('status', PAYMENT_STATUSES, {
    examples: ['awaiting clarification', 'success', 'decline'],
    explanation: 'Status of the payment, as in the status object.',
    column: 'status',
  }),
  text('id', ['order-17'], { explanation: PAYMENT_ID_WORDS }),
  {
    name: 'amount',
    kind: 'amount',
    operators: OPERATORS,
    examples: ['1000', '12.50'],
    explanation: 'Amount in units of the currency (12.50 EUR, 500 JPY), not in minor units.',
    column: 'amount_thousandths',
  },
  text('currency', ['EUR', 'JPY', 'KWD'], { explanation: 'Currency of the payment, three letters.' }),
  text('customer', ['customer-1'], { explanation: 'Part of the customer id; with = the complete id.' }),
  text('method', ['card', 'easypaisa'], {
    values: METHODS.map(({ path }) => path),
    explanation:
      'Path of the payment method, a part of it between slashes, or its name at the platform; with = the complete path or name.',
  }),
  word('kind', ['card', ...METHOD_WAYS], {
    examples: ['card', 'redirect'],
    explanation:
      'Card, or the kind that the method has by default: what its customers do; none if they do nothing.',
  }),
  text('card', ['0077'], {
    explanation: 'Last digits of the card number, at most four: no more are stored.',
  }),
  createdField('created_at'),
  text('code', ['0', '603', '10602'], { explanation: 'Result code of the payment.' }),
  word('callback', [...CALLBACK_COUNTS, 'none'], {
    examples: ['failed', 'none'],
    explanation: 'State of a callback, apart from replays and checks; none finds payments without one.',
  }),
  yesNo('waiting', 'Whether the payment awaits clarification.'),
  PROJECT,
  word('origin', ['api', 'form', 'workbench'], {
    examples: ['api'],
    explanation: 'Where the payment was started.',
    column: 'origin',
  }),
  ...ANNOTATION,
]

export const CALLBACK_QUERY_FIELDS: readonly QueryField[] = [
  word('kind', MESSAGE_KINDS, {
    examples: ['clarification', 'result'],
    explanation: 'What the callback reports.',
    column: 'kind',
  }),
  word('state', ['scheduled', 'delivering', 'delivered', 'failed', 'held', 'dropped'], {
    examples: ['failed', 'scheduled'],
    explanation: 'State of the delivery.',
    column: 'state',
  }),
  PAYMENT_OF_MESSAGE,
  text('target', ['/callbacks', 'shop.example'], {
    explanation: 'Part of the URL that the callback goes to.',
    column: 'target_url',
  }),
  responseStatus('last_status', ' The last attempt counts.'),
  createdField('created_at'),
  PROJECT,
  word('once', ['yes', 'no'], {
    examples: ['no'],
    explanation:
      'Whether the message failed and will not be retried: it was a replay or a check, sent only once.',
  }),
  yesNo(
    'failing',
    'Whether the last attempt failed, also if another follows. Messages sent only once do not count.',
  ),
  ...ABOUT_MESSAGE,
]

/** For the lists of exchanges, captures and all traffic. */
export const EXCHANGE_QUERY_FIELDS: readonly QueryField[] = [
  text('method', ['POST', 'GET'], { explanation: 'HTTP method.' }),
  text('path', ['/v2/payment/clarification'], {
    explanation: 'Part of the path with its query; with = the complete path and query.',
    column: 'target',
  }),
  responseStatus('response_status'),
  PAYMENT_OF_MESSAGE,
  word('signature', ['valid', 'invalid', 'missing', 'empty', 'unreadable', 'unknown_project'], {
    examples: ['invalid', 'missing'],
    explanation: 'Verdict on the signature of the request.',
    column: 'signature_state',
  }),
  word('source', ['api', 'form', 'capture', 'imported'], {
    formerly: { name: 'door', values: { platform: 'api' } },
    explanation: 'Where the request arrived: the API, the form, the capture server, or a file.',
  }),
  createdField('received_at'),
  PROJECT,
  yesNo('refused', 'Whether the platform refused the request.'),
  text('code', ['3041'], { explanation: 'Code of the refusal.' }),
  text('contract', ['5.7'], {
    explanation: 'Section of the contract that the refusal names; 5 also finds 5.7.',
  }),
  ...ABOUT_MESSAGE,
]

/** The first name that begins with the typed text, or, failing that, the most similar one; null if none is similar. */
export function nearestName(names: readonly string[], typed: string): string | null {
  const wanted = typed.toLowerCase().slice(0, 60)
  if (wanted === '') return null
  const continued = names.find((name) => name.toLowerCase().startsWith(wanted))
  if (continued !== undefined) return continued

  let nearest: string | null = null
  let best = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const name of names) {
    const distance = editDistance(wanted, name.toLowerCase())
    if (distance < best) {
      best = distance
      nearest = name
    }
  }
  return nearest
}

/** The number of insertions, removals, replacements and swaps of neighbours that turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  const cell = (row: readonly number[] | undefined, index: number): number => row?.[index] ?? 0
  let beforeLast: readonly number[] | undefined
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(cell(last, j) + 1, cell(row, j - 1) + 1, cell(last, j - 1) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) cost = Math.min(cost, cell(beforeLast, j - 2) + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return cell(last, b.length)
}
