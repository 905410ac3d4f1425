import type { JsonNode, JsonObject } from '#lib/json/node'
import { quotedText } from '#lib/limits/bounded-text'
import { OBJECT_WORD, readCommas, readPython } from './language-texts'
import { family, type Mistake } from './mistake'
import { REFERENCE, type Change } from '#domain/signature/recipe'
import type { SignedTexts } from './signed-texts'
import type { Member } from './signed-values'

/** In messages with more members, mistakes are not tried in pairs: there would be too many. */
const MAX_IN_PAIRS = 50
/** Maximum number of members tried: as filled after signing, and as text in the notation of a language. */
const MAX_FILLED = 200
const MAX_WRITTEN = 30
/** Larger messages are not tried with added nulls: each try takes too long. */
const MAX_WITH_NULLS = 200

/** Mistakes with members: added or filled too late, rewritten by a language, null left out, + lost (2.8, 12.8). */
export const mistakesInMembers = ({ message, members }: SignedTexts): readonly Mistake[] => {
  const { root, isFormEncoded } = message
  // An object with one member has the same lines as that member, which comes first.
  const distinct = members.filter(
    ({ from, until }, at) => from !== members[at - 1]?.from || until !== members[at - 1]?.until,
  )
  distinct.sort((left, right) => likelihood(left) - likelihood(right))
  const filled = distinct.slice(0, MAX_FILLED).filter(({ value }) => !isEmpty(value))
  const together: Mistake['together'] = distinct.length > MAX_IN_PAIRS ? 1 : 2
  return family('data', 'signLast', [
    ...distinct.map((member) => ({ ...addedLater(member), together })),
    ...filled.map((member) => ({ ...filledLater(member), together })),
    ...(isFormEncoded ? filled.flatMap(plusLost) : []),
    ...(isFormEncoded && root.type === 'object' ? mistakesInParameters(root) : []),
  ])
}

/** Parameters that shops most often add to a finished request (contract 2.8). */
const ADDED_MOST_OFTEN = [
  'language_code',
  'interface_type',
  'baseUrl',
  'target_element',
  'redirect',
  'merchant_callback_url',
]

const likelihood = ({ key }: Member): number => {
  const at = ADDED_MOST_OFTEN.indexOf(key)
  return at < 0 ? ADDED_MOST_OFTEN.length : at
}

const isEmpty = (value: JsonNode): boolean =>
  value.type === 'object' ||
  value.type === 'array' ||
  value.type === 'null' ||
  (value.type === 'string' && value.value === '')

/** A member is found by its position, so the values must be those of the reference. */
const signedAs = ({ from, until }: Member, text: string | null): readonly Change[] => [
  { member: { from, until, text }, data: REFERENCE.data, lists: REFERENCE.lists },
]

const AFTER_EVERYTHING = 'Sign after every parameter is set.'

const addedLater = (member: Member) => {
  const name = quotedText(member.path)
  const text = member.value.type === 'string' ? member.value.value : ''
  const row = { id: 'addedLater', name: 'Added after signing', changes: signedAs(member, null) }
  if (text === OBJECT_WORD) {
    return {
      ...row,
      message: `${name} was added after signing: the library wrote an object as [object Object], as it does when it opens the form with GET.`,
      fix: 'Open the form by POST, or sign and send JSON.stringify of it.',
    }
  }
  if (text === 'undefined') {
    return {
      ...row,
      message: `${name} was not signed, but the library sent it as the word undefined.`,
      fix: 'Leave the key out if there is no value.',
    }
  }
  const message = `The signature matches if ${name} is left out: that parameter was added after signing.`
  return { ...row, message, fix: AFTER_EVERYTHING }
}

const filledLater = (member: Member) => ({
  id: 'emptyWhenSigned',
  name: 'Filled after signing',
  message: `The signature matches if ${quotedText(member.path)} is empty: its value was set after signing.`,
  fix: AFTER_EVERYTHING,
  changes: signedAs(member, ''),
})

const plusLost = (member: Member) => {
  const { path, value } = member
  if (value.type !== 'string' || !value.value.includes(' ')) return []
  return {
    id: 'plusOnTheWay',
    name: '+ arrived as a space',
    message: `The signed value of ${quotedText(path)} held +, which arrived as a space.`,
    fix: 'In a query and in form encoding write + as %2B.',
    topics: ['sending' as const],
    changes: signedAs(member, value.value.replaceAll(' ', '+')),
    together: 1 as const,
  }
}

const mistakesInParameters = (root: JsonObject) =>
  [
    ...rowsForRewritten(root, readPython, (names) => ({
      id: 'pythonTextSent',
      name: 'Dict or list sent as Python’s text',
      message: `Signed value by value, but written into the request by Python in its own notation: ${quotedText(names)}.`,
      fix: 'Sign the text that is sent, json.dumps of it for example, or send JSON.',
    })),
    ...rowsForRewritten(root, readCommas, (names) => ({
      id: 'javascriptTextSent',
      name: 'List sent as JavaScript’s text',
      message: `Signed as a list, but written into the request by JavaScript with commas between its items: ${quotedText(names)}.`,
      fix: 'Sign the text that is sent, or send JSON.',
    })),
    ...(root.members.length > MAX_WITH_NULLS ? [] : nullsNotSent(root)),
  ].map((row) => ({ ...row, topics: [], together: 1 as const }))

/** The members that can be read differently: each one alone, and all of them together. */
const rowsForRewritten = <Row>(
  root: JsonObject,
  read: (text: string) => JsonNode | null,
  rowFor: (names: string) => Row,
): readonly (Row & { readonly changes: readonly Change[] })[] => {
  const readable = root.members.flatMap(({ key, value }) => {
    const other = value.type === 'string' && key !== 'signature' ? read(value.value) : null
    return other === null ? [] : [[key, other] as const]
  })
  const choices = readable.slice(0, MAX_WRITTEN).map((member) => [member])
  return [...choices, ...(readable.length > 1 ? [readable] : [])].map((choice) => {
    const others = new Map(choice)
    const members = root.members.map(({ key, value }) => ({ key, value: others.get(key) ?? value }))
    const data = (): JsonNode => ({ type: 'object', members })
    return { ...rowFor([...others.keys()].join(', ')), changes: [{ data }] }
  })
}

/** Parameters that are most often empty; the first ones are also tried in pairs. */
const OFTEN_NULL = [
  ...['customer_email', 'customer_phone', 'customer_first_name', 'customer_last_name'],
  ...['customer_middle_name', 'billing_address', 'billing_city', 'billing_country', 'billing_postal'],
  ...['billing_region', 'payment_description', 'language_code', 'customer_id', 'region_code'],
  ...['customer_country', 'customer_city', 'customer_state', 'customer_zip', 'customer_address'],
  ...['customer_street', 'customer_day_of_birth', 'billing_region_code', 'avs_post_code'],
  ...['avs_street_address', 'merchant_callback_url', 'merchant_success_url', 'merchant_fail_url'],
  ...['merchant_return_url', 'redirect_success_url', 'redirect_fail_url', 'best_before', 'account_token'],
  ...['recurring', 'receipt_data', 'force_payment_method', 'payment_extra_param', 'interface_type', 'mode'],
]
const IN_PAIRS = 12

const nullsNotSent = (root: JsonObject) => {
  const absent = OFTEN_NULL.filter((name) => !root.members.some(({ key }) => key === name))
  const few = absent.slice(0, IN_PAIRS)
  const pairs = few.flatMap((first, at) => few.slice(at + 1).map((second) => [first, second]))
  return [...absent.map((name) => [name]), ...pairs].map((names) => {
    const members = [...root.members, ...names.map((key) => ({ key, value: { type: 'null' } as const }))]
    const data = (): JsonNode => ({ type: 'object', members })
    return {
      id: 'nullNotSent',
      name: 'null signed, not sent',
      message: `The signature matches with ${names.join(' and ')} present and empty: PHP signed null as an empty value and left it out of the request.`,
      fix: 'Take parameters without a value out before signing.',
      changes: [{ data }],
    }
  })
}
