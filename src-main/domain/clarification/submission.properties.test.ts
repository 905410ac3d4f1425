import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FIELD_CATALOGUE } from './catalogue'
import { additionalDataOf, type ClarificationFields, flattenFields, mergeFields } from './fields'
import { type AcceptedValues, assessSubmission, type Assessment } from './submission'

const today = '2031-04-09'

/** A catalogue field or a free name, with a valid value. */
const asking = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(...FIELD_CATALOGUE.map(({ key, name, sample }) => ({ key, name, sample }))),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      key: fc.constantFrom('customer', 'passport'),
      name: fc.stringMatching(/^free_[a-z]{1,4}$/),
      sample: fc.oneof(fc.stringMatching(/^[a-z]{1,9}$/), fc.integer(), fc.boolean()),
    }),
  },
)
type Asking = typeof asking extends fc.Arbitrary<infer Value> ? Value : never

const requests = fc.uniqueArray(asking, {
  selector: ({ key, name }) => `${key}.${name}`,
  minLength: 1,
  maxLength: 14,
})

function fieldsOf(askings: readonly Asking[]): ClarificationFields {
  return askings.map(({ key, name }) => ({ [key]: [name] })).reduce<ClarificationFields>(mergeFields, {})
}

/** Also of values that no merchant may send. */
const dataOf = (values: readonly (readonly [path: string, value: unknown])[]): Record<string, unknown> =>
  additionalDataOf(values as Parameters<typeof additionalDataOf>[0])

const valuesOf = (askings: readonly Asking[]): (readonly [string, unknown])[] =>
  askings.map(({ key, name, sample }) => [`${key}.${name}`, sample] as const)

function submitAll(
  requested: ClarificationFields,
  parts: readonly (readonly (readonly [string, unknown])[])[],
): Assessment {
  let accepted: AcceptedValues = {}
  let last: Assessment = { accepted, remaining: requested, refused: [] }
  for (const part of parts) {
    last = assessSubmission({ requested, accepted, supplied: {}, additionalData: dataOf(part), today })
    accepted = last.accepted
  }
  return last
}

/** True when `rest` is `asked` with some paths left out. */
function isSubsequence(rest: readonly string[], asked: readonly string[]): boolean {
  let from = 0
  for (const path of rest) {
    const at = asked.indexOf(path, from)
    if (at < 0) return false
    from = at + 1
  }
  return true
}

/** Valid values, arbitrary members that may replace them, and unknown members. */
const anyData = fc
  .tuple(requests, fc.object({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }))
  .map(([askings, noise, account]) => ({ ...dataOf(valuesOf(askings)), ...noise, account }))

const pathsOf = (fields: ClarificationFields): readonly string[] =>
  flattenFields(fields).map(({ path }) => path)

describe('clarification submissions in any number and order', () => {
  it('leave remaining fields in the requested order, without empty keys, and keep all accepted values', () => {
    fc.assert(
      fc.property(requests, fc.array(anyData, { maxLength: 4 }), (askings, submissions) => {
        const requested = fieldsOf(askings)
        let accepted: AcceptedValues = {}
        for (const additionalData of submissions) {
          const { remaining, ...rest } = assessSubmission({
            requested,
            accepted,
            supplied: {},
            additionalData,
            today,
          })
          expect(isSubsequence(pathsOf(remaining), pathsOf(requested))).toBe(true)
          expect(Object.values(remaining).every((names) => names.length > 0)).toBe(true)
          expect(Object.keys(rest.accepted)).toEqual(expect.arrayContaining(Object.keys(accepted)))
          accepted = rest.accepted
        }
      }),
    )
  })

  it('leave the same remaining fields whatever the order of the values', () => {
    // Without region codes: they are checked with their country, so they depend on the order.
    const independent = requests.map((askings) => askings.filter(({ name }) => !name.endsWith('region_code')))
    const scenario = independent.chain((askings) => {
      const sent = askings.map(({ key, name, sample }) =>
        fc.tuple(
          fc.constant(`${key}.${name}`),
          fc.oneof(
            { weight: 3, arbitrary: fc.constant<unknown>(sample) },
            { weight: 1, arbitrary: fc.constant([]) },
          ),
        ),
      )
      return fc.tuple(...sent).chain((values) =>
        fc.record({
          requested: fc.constant(fieldsOf(askings)),
          values: fc.constant(values),
          shuffled: fc.shuffledSubarray(values, { minLength: values.length }),
        }),
      )
    })
    fc.assert(
      fc.property(scenario, ({ requested, values, shuffled }) => {
        const atOnce = submitAll(requested, [values]).remaining
        const oneByOne = (parts: typeof values): ClarificationFields =>
          submitAll(
            requested,
            parts.map((part) => [part]),
          ).remaining
        expect(oneByOne(values)).toEqual(atOnce)
        expect(Object.entries(oneByOne(shuffled))).toEqual(Object.entries(atOnce))
      }),
    )
  })
})
