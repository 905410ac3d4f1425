import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WINDOW_REMEDIES } from './views'

const FORM = join(import.meta.dirname, '../../../../src-renderer/workbench/features/exam/ExamSetup.tsx')

it.each(Object.values(WINDOW_REMEDIES))('a remedy names fields that the page has: %s', (remedy: string) => {
  const form = readFileSync(FORM, 'utf8')
  const fields = [...remedy.matchAll(/“([^”]+)”/g)].map(([, field = '']) => field)
  expect(fields).not.toEqual([])
  for (const field of fields) expect(form).toContain(field)
})
