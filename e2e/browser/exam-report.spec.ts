import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { examHtml } from '#exam/reports/html'
import { gradeOf, type RuleResult, type TrialResult, type Verdict } from '#exam/running/result'
import { EXAM_RULES } from '#exam/rules/exam-rules'

const VERDICTS: readonly Verdict[] = ['failed', 'not observed', 'passed']

const aTrial = (verdict: Verdict): TrialResult => ({
  name: 'A success without a signature',
  verdict,
  reason: 'A callback without a signature was answered with 200.',
  expected: verdict === 'failed' ? '{answer: not 200}' : '',
  differences: verdict === 'failed' ? [{ field: 'answer', expected: 'not 200', actual: '200' }] : [],
  evidence: [{ title: 'Callback', reference: null, request: 'POST /hooks', response: 'HTTP status 200' }],
  question: null,
  scenario: { file: 'rule-02-unsigned.yaml', text: 'name: A success without a signature' },
})

const rules = EXAM_RULES.map((rule, at): RuleResult => {
  const verdict = VERDICTS[at % VERDICTS.length] ?? 'passed'
  return { rule, verdict, reason: 'What was seen.', trials: [aTrial(verdict)] }
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the report of an exam is accessible and fits a narrow page, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 480, height: 800 })
    const exam = { startedAt: '2031-04-09T16:40:00.000Z', durationMs: 41_000, callbackUrl: 'http://x/hooks' }
    await page.setContent(
      examHtml({ ...exam, projectId: 9041, grade: gradeOf(rules, null), rules, unfinished: null }, '0.1.0'),
    )
    await expect(page.getByRole('img', { name: 'Grade' })).toBeVisible()
    await page.locator('details').evaluateAll((all) => {
      for (const each of all) each.setAttribute('open', '')
    })
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(480)
  })
}
