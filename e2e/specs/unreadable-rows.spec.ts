import { AxeBuilder } from '@axe-core/playwright'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFlowBench } from '#e2e/flows/testing/flow-bench'
import { merchantOf } from '#e2e/flows/testing/requests'
import { connect } from '#store/connection'
import { DATABASE_NAME } from '#store/open-database'
import { expect, test as base } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

/** A data folder with three payments, with an unknown value in one row of each list. */
const test = base.extend({
  dataDir: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'paybench-e2e-'))
    let bench = await openFlowBench()
    for (const id of ['order-1', 'order-2', 'order-3']) await merchantOf(bench).sale(id)
    await bench.settle()
    bench = await bench.restart(() => {
      cpSync(bench.dataDir, folder, { recursive: true })
    })
    await bench.close()
    const connection = connect(join(folder, DATABASE_NAME), 0)
    connection.exec(`UPDATE payments SET status = 'levitating' WHERE payment_id = 'order-2';
      UPDATE callbacks SET state = 'levitating' WHERE payment_id = 'order-2';
      UPDATE exchanges SET refusal = '{}' WHERE seq = (SELECT min(seq) FROM exchanges WHERE is_capture = 1)`)
    connection.close()
    await use(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },
})

test('a row that cannot be read stays in its list with the reason, which its details say too', async ({
  workbench: { page },
}) => {
  const { open, row } = workbenchPage(page)
  for (const [name, reason, others, count] of [
    ['Payments', /pay_\w+ cannot be read: .*"status": "levitating"/, /order-[13]/, 2],
    ['Callbacks', /cb_\w+ cannot be read: .*"state": "levitating"/, /order-[13]/, 2],
    ['Traffic', /ex_\w+ cannot be read: .* JSON in "refusal"/, /POST/, 5],
  ] as const) {
    await open(name)
    await expect(row(reason).first()).toBeVisible()
    await expect(row(others)).toHaveCount(count)
    await row(reason).first().click()
    await expect(page.locator('.msg-refusal')).toContainText('The database holds')
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  }
})
