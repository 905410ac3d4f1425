import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorBody } from '#domain/api/errors'
import { encodeUtf8 } from '#lib/bytes/utf8'
import { semicolonErrors } from '#platform/form/opening/check-parameter'
import { readParameters } from '#platform/form/opening/read-parameters'
import { valuesOf } from '#platform/form/opening/values'
import { openingWarnings } from '#platform/form/opening/warnings'
import { parseJson } from '#lib/json/parse'
import { parsePreserving } from '#lib/json/preserving'
import { textPlaces } from '#lib/json/locate'
import { LIMITS } from '#lib/limits/limit-table'
import { PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import { parseQuery } from '#domain/query/parse'
import { canonicalise } from '#domain/signature/canonical'
import { oddAmounts, semicolonWarning } from '#domain/signature/remarks'
import { dialects } from '#domain/signature/dialects'
import { hostileFilter, hostileForm, hostileJson } from './amplification'
import { seededRandom } from './seeded'

const seed = fc.nat()
const json = seed.map((from) => hostileJson(seededRandom(from), 60_000))
const form = seed.map((from) => hostileForm(seededRandom(from), 60_000))
const filter = seed.map((from) => hostileFilter(seededRandom(from)))
const runs = { numRuns: 150 }

/** Maximum length of a sentence; it quotes at most a few names, each of limited length. */
const MAX_SENTENCE = 4000

const charsIn = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0)

describe('the handling of hostile input', () => {
  it('limits the paths, warnings and errors that JSON causes', () => {
    fc.assert(
      fc.property(json, (text) => {
        const parsed = parseJson(text)
        if (!parsed.ok) {
          expect(parsed.message.length).toBeLessThanOrEqual(MAX_SENTENCE)
          return
        }
        const { root } = parsed
        for (const { duplicateKeys } of [parsed, parsePreserving(text)]) {
          expect(duplicateKeys.length).toBeLessThanOrEqual(LIMITS.namedPaths)
          expect(charsIn(duplicateKeys)).toBeLessThanOrEqual(LIMITS.namedPaths * LIMITS.pathChars)
        }
        const { paths } = textPlaces(root, (part) => part.includes('a') || part.includes(';'))
        expect(charsIn(paths)).toBeLessThanOrEqual(LIMITS.namedPaths * LIMITS.pathChars)
        expect(semicolonWarning(root)?.length ?? 0).toBeLessThanOrEqual(MAX_SENTENCE)
        expect(charsIn(oddAmounts(root))).toBeLessThanOrEqual(10 * MAX_SENTENCE)
        if (root.type !== 'object') return
        const errors = semicolonErrors(root)
        expect(errors.length).toBeLessThanOrEqual(LIMITS.warnings)
        const body = errorBody({ httpStatus: 400, code: '502', contract: '7.3', errors })
        expect(JSON.stringify(body).length).toBeLessThanOrEqual(LIMITS.warnings * MAX_SENTENCE)
        const warnings = openingWarnings(valuesOf(root), 'purchase', 0)
        expect(charsIn(warnings.slice(0, LIMITS.warnings).map(({ message }) => message))).toBeLessThanOrEqual(
          LIMITS.warnings * MAX_SENTENCE,
        )
      }),
      runs,
    )
  })

  it('limits the string to sign, or refuses the JSON in a sentence of limited length', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(...Object.values(dialects)), (text, dialect) => {
        const parsed = parseJson(text)
        if (!parsed.ok) return
        const canonical = canonicalise(parsed.root, dialect, 'form')
        if (canonical.ok) expect(canonical.text.length).toBeLessThanOrEqual(32 * 1024 * 1024)
        else expect(canonical.failure.length).toBeLessThanOrEqual(MAX_SENTENCE)
      }),
      runs,
    )
  })

  it('limits the parameters, warnings and repeated names of forms and queries', () => {
    fc.assert(
      fc.property(form, fc.boolean(), (body, isQuery) => {
        const reading = readParameters(
          isQuery
            ? {
                method: 'GET',
                target: `/payment?${new TextDecoder('latin1').decode(body)}`,
                contentType: null,
                body: new Uint8Array(),
              }
            : { method: 'POST', target: '/payment', contentType: 'application/x-www-form-urlencoded', body },
        )
        if (!reading.ok) {
          expect(JSON.stringify(reading.error).length).toBeLessThanOrEqual(MAX_SENTENCE)
          return
        }
        const { root, warnings, repeated } = reading.parameters
        expect(root.members.length).toBeLessThanOrEqual(LIMITS.formParameters)
        expect(warnings.length).toBeLessThanOrEqual(LIMITS.warnings)
        expect(charsIn(warnings.map(({ field, message }) => field + message))).toBeLessThanOrEqual(
          LIMITS.warnings * MAX_SENTENCE,
        )
        expect(charsIn(repeated)).toBeLessThanOrEqual(LIMITS.namedPaths * LIMITS.nameChars)
      }),
      runs,
    )
  })

  it('limits the conditions of a filter, and the errors about them', () => {
    fc.assert(
      fc.property(filter, (text) => {
        const { terms, errors } = parseQuery(text, PAYMENT_QUERY_FIELDS)
        const words = terms.reduce((sum, term) => sum + (term.kind === 'field' ? term.values.length : 1), 0)
        expect(words).toBeLessThanOrEqual(LIMITS.filterWords)
        expect(charsIn(errors.map(({ message }) => message))).toBeLessThanOrEqual(
          LIMITS.filterWords * MAX_SENTENCE,
        )
      }),
      runs,
    )
  })

  it('produces output that grows with the text, not with the length of a key times its number of members', () => {
    for (const keyChars of [10, 1000, 50_000]) {
      for (const count of [10, 1000, 5000]) {
        const members = Array.from({ length: count }, (_, n) => `"a${n}":";","a${n}":";"`).join()
        const text = `{"${'K'.repeat(keyChars)}":{${members}}}`
        const { root, duplicateKeys } = parsePreserving(text)
        const made = charsIn(duplicateKeys) + charsIn(textPlaces(root, (part) => part.includes(';')).paths)
        expect(made).toBeLessThanOrEqual(
          2 * encodeUtf8(text).length + 2 * LIMITS.namedPaths * LIMITS.pathChars,
        )
      }
    }
  })
})
