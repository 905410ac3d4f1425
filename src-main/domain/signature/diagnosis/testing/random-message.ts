import { doAllSteps } from '#lib/steps'
import type { SeededRandom } from '#domain/testing/seeded'
import {
  diagnosing,
  triesWithin,
  type Diagnosis,
  type DiagnosisRequest,
} from '#domain/signature/diagnosis/diagnose'

export type Plain = string | number | boolean | null | readonly Plain[] | PlainObject
export interface PlainObject {
  readonly [key: string]: Plain
}

/** A message without its signature; `surface` decides where the signature goes. */
export interface RandomMessage {
  readonly surface: 'api' | 'callback' | 'form'
  readonly body: PlainObject
  readonly secret: string
  readonly otherSecret: string
}

const WORDS = [
  ...['Zoë', 'Galway', 'n0', 'β-17', 'a/b', 'x y', 'Q&A', '<b>', 'it’s'],
  ...['100%', 'a+b', '"q"', 'Ångström', 'é', '7', '0012', 'ok'],
]
const KEYS = [
  ...['city', 'region', 'region_code', 'sum', 'sum_real', 'note', 'k1', 'k10', 'k2'],
  ...['a', 'a-b', 'a_b', 'opt:in', 'B', 'x y', 'email', 'phone_number', 'best_before'],
]

const text = (chance: SeededRandom): string =>
  Array.from({ length: 1 + chance.below(3) }, () => chance.pick(WORDS)).join(chance.pick(['', ' ', '-']))

const value = (chance: SeededRandom): Plain => {
  switch (chance.below(9)) {
    case 0:
      return chance.below(100_000)
    case 1:
      return chance.once(2)
    case 2:
      return chance.once(2) ? null : ''
    case 3:
      return chance.below(4000) / 8
    default:
      return text(chance)
  }
}

const object = (chance: SeededRandom, depth: number): PlainObject => {
  const members: Record<string, Plain> = {}
  for (let left = 1 + chance.below(5); left > 0; left -= 1) {
    members[chance.pick(KEYS)] = depth > 0 && chance.once(3) ? object(chance, depth - 1) : value(chance)
  }
  return members
}

/** Lists of more than ten items, and keys that begin with other keys (contract 2.5). Half of the messages have them. */
const trickyMembers = (chance: SeededRandom): PlainObject => {
  const count = 11 + chance.below(4)
  return {
    notes: Array.from({ length: count }, (_, index) => (chance.once(3) ? { v: text(chance) } : `n${index}`)),
    names: Array.from({ length: count }, (_, index) => `item ${index}`),
    region: { x: text(chance) },
    'region-b': chance.below(100),
    region_code: text(chance),
    region1: true,
  }
}

const secretOf = (chance: SeededRandom): string => {
  const letters = chance.pick(['0123456789abcdef', 'ABCDEFGHabcdefgh01234567+/', 'abcdefghij-ÄÖ.!$'])
  return Array.from({ length: 32 }, () => letters.charAt(chance.below(letters.length))).join('')
}

/** A message for a random surface, with all the data that the signing mistakes under test need. */
export const randomMessage = (chance: SeededRandom): RandomMessage => {
  const surface = chance.pick(['api', 'callback', 'form'] as const)
  const ids = { project_id: 1 + chance.below(90_000), payment_id: `${text(chance)}/${chance.below(1e6)}` }
  const data: PlainObject = {
    ...object(chance, 2),
    is_new: chance.once(2),
    has_more: false,
    memo: null,
    city_name: 'Zoë/ß',
    ...(chance.once(2) ? trickyMembers(chance) : {}),
  }
  const shared = { surface, secret: secretOf(chance), otherSecret: secretOf(chance) }
  switch (surface) {
    case 'api':
      return { ...shared, body: { general: ids, additional_data: data, 'x:y': chance.below(9) } }
    case 'callback':
      return {
        ...shared,
        body: { project_id: ids.project_id, payment: { id: ids.payment_id, sum: { amount: 1000 } }, data },
      }
    case 'form':
      return { ...shared, body: { ...ids, payment_amount: 4650, ...data, frame_mode: 'popup', _sw: 1920 } }
  }
}

type Needed = 'root' | 'surface' | 'encoding' | 'secret' | 'crypto'

/** The diagnosis of a message, with the maximum number of tries unless the request sets fewer. */
export const diagnosed = (request: Pick<DiagnosisRequest, Needed> & Partial<DiagnosisRequest>): Diagnosis =>
  doAllSteps(diagnosing({ otherSecrets: [], lenient: false, maxTries: triesWithin(Infinity), ...request }))
