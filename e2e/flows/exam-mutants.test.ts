import { describe, expect, it } from 'vitest'
import { EXAM_TEST_LIMIT_MS, expectOneRuleFailed, useExams } from './testing/exam/examine'
import { EXAMINED_ALWAYS, MUTATION_NAMES } from './testing/exam/mutations'

const examine = useExams()
const others = MUTATION_NAMES.filter((name) => !EXAMINED_ALWAYS.includes(name))

it('there are at least sixty ways to break a rule', () => {
  expect(MUTATION_NAMES.length).toBeGreaterThanOrEqual(60)
})

describe.concurrent('the exam', () => {
  it.each(others)(
    'fails one rule of a merchant that %s',
    (name) => expectOneRuleFailed(examine, name),
    EXAM_TEST_LIMIT_MS,
  )
})
