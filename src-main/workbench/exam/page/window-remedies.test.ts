import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WINDOW_REMEDIES } from './views'

const EXAM = join(import.meta.dirname, '../../../../src-renderer/workbench/features/exam')
const page = ['ExamSetup.tsx', 'exam-commands.ts']
  .map((file) => readFileSync(join(EXAM, file), 'utf8'))
  .join('\n')

it.each(Object.values(WINDOW_REMEDIES))('a remedy names fields that the page has: %s', (remedy: string) => {
  const fields = [...remedy.matchAll(/“([^”]+)”/g)].map(([, field = '']) => field)
  expect(fields).not.toEqual([])
  for (const field of fields) expect(page).toContain(field)
})
