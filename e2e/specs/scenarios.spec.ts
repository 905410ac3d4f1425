import type { Locator, Page } from '@playwright/test'
import type { Api } from '#e2e/fixtures/automation'
import type { Workbench } from '#e2e/fixtures/workbench'
import { expectAccessible } from '#e2e/pages/every-look'
import { runCommand } from '#e2e/pages/palette'
import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

const GOOD = `name: A sale that succeeds
tags: [mine]
steps:
  - sale: { as: order, amount: 46.50 EUR }
  - expect callback: { of: order, kind: result, body: { payment: { status: success } } }
  - expect payment: { of: order, status: success }
`
const BAD = GOOD.replace('status: success } } }', 'status: decline } } }')
  .replace('succeeds', 'fails')
  .replace('steps:', 'given: { clock: frozen }\nsteps:')

const save = (api: Api, file: string, text: string) => api('scenarios.save', { file, text, version: null })

/** The row of a scenario; in the narrow list beside the editor, its name comes first. */
const listed = (page: Page, name: string, result: string) =>
  workbenchPage(page).row(new RegExp(`${result} ${name}|${name}.* ${result}`))

const steps = (page: Page) => page.getByRole('table', { name: 'Steps of the scenario' })

test('scenarios run from the list, and a failure is explained', async ({ workbench: { page, api } }) => {
  await api('clock.set', { mode: 'frozen' })
  await save(api, 'good.yaml', GOOD)
  await save(api, 'bad.yaml', BAD)
  const { open, row, detail, dialog } = workbenchPage(page)
  await open('Scenarios')
  await expect(row(/not run A sale that succeeds/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Filter scenarios' }).fill('tag:mine ')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Run these 2' }).click()
  await expect(row(/passed A sale that succeeds/)).toBeVisible()
  await row(/failed at 2 A sale that fails/).click()
  // The filter is in the address, and survives a reload.
  await expect(page).toHaveURL(/q=tag%3Amine/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Run these 2' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Report' }).click()
  expect((await download).suggestedFilename()).toMatch(/^paybench-scenarios-.*\.html$/)

  const pane = detail('A sale that fails')
  // The pane begins with the difference.
  const failure = pane.getByRole('region', { name: 'What failed' })
  await expect(failure.getByRole('heading')).toHaveText('Step 2, expect callback')
  await expect(failure.getByRole('row')).toHaveText([/Field/, 'body.payment.status"decline""success"'])
  await expect(steps(page)).toContainText('not reached')
  await expectAccessible(page)

  // The messages of the bench that has ended are shown here, without links, because they exist nowhere else.
  await steps(page).getByRole('button', { name: /^sale/ }).click()
  await steps(page).getByText('Exact bytes').first().click()
  await expect(steps(page).getByLabel('Request').first()).toContainText('POST /v2/payment/card/sale')
  await expect(pane).toContainText('Ran in a bench in memory, which ends with the run.')
  await expect(steps(page).getByRole('button', { name: 'Open the request' })).toBeHidden()
  expect((await api('payments.list', {})).total).toBe(0)

  // After a run in this bench, the first step leads to its request, and the run to its payment.
  await page.keyboard.press('h')
  await expect(dialog('Run this scenario here?')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(pane.getByText('Ran in a bench in memory')).toBeHidden()
  await expect(row(/failed at 2 A sale that fails/)).toBeVisible()
  await steps(page).getByRole('button', { name: 'Open the request' }).first().click()
  await expect(detail('API call')).toContainText('/v2/payment/card/sale')
  await open('Scenarios')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /^Open payment order-/ }).click()
  await expect(detail(/^Payment order-/)).toBeVisible()
})

test('a scenario is run step by step and stopped by keyboard alone', async ({ workbench: { page, api } }) => {
  await save(api, 'good.yaml', GOOD)
  const { open, row, detail, dialog } = workbenchPage(page)
  await open('Scenarios')
  await row(/A sale that succeeds/).click()
  const step = page.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: /^Step/ })
  // Says beforehand that it acts in this session.
  await expect(step).toHaveText('Step here…')
  await page.keyboard.press('s')
  await expect(dialog('Run this scenario here, step by step?')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(row(/after 1\/3 A sale that succeeds/)).toBeVisible()
  await expect(step).toHaveAttribute('title', 'Run the next step in this session')
  await expect(steps(page).getByRole('row', { name: /^1 passed sale/ })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /^Open payment order-/ }).click()
  await expect(detail(/^Payment order-/)).toBeVisible()
  await open('Scenarios')
  await page.keyboard.press('s')
  await expect(row(/after 2\/3/)).toBeVisible()
  await page.keyboard.press('x')
  await expect(row(/stopped A sale that succeeds/)).toBeVisible()
  await page.keyboard.press('r')
  await expect(row(/passed A sale that succeeds/)).toBeVisible()
  await runCommand(page, 'Run all scenarios')
  await expect(page.getByText(/^\d+ passed/)).toBeVisible()
  await expect(row(/passed .*Callbacks that come twice/)).toBeVisible({ timeout: 30_000 })
  await runCommand(page, 'Stop the running scenarios')
})

const CARD = '4000000000000077'

test('a payment is saved as a scenario, which passes @long', async ({ workbench: { page, api } }) => {
  await api('clock.set', { mode: 'frozen' })
  await save(api, 'good.yaml', GOOD)
  await api('scenarios.run', { files: ['good.yaml'], here: true })
  const { open, row, dialog } = workbenchPage(page)
  await open('Payments')
  await row(/success .*order-/).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Save as scenario…' }).click()
  await dialog('New scenario').getByLabel('File name').fill('saved')
  // By keyboard: the next field selects what the scenario expects.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'What matters' })).toBeFocused()
  const preview = page.getByRole('region', { name: 'Steps' })
  await expect(preview).toContainText('operation: { type: sale, status: success, code: "0" }')
  await expect(preview).not.toContainText('request_id')
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Everything' })).toBeChecked()
  await expect(preview).toContainText('request_id: any')
  await page.keyboard.press('Control+Enter')
  await expect(listed(page, 'Recorded: order-', 'not run')).toBeVisible()
  const editor = page.getByRole('textbox', { name: 'Scenario file' })
  await expect(editor).toContainText('tags: [recorded]')
  await expect(editor).toContainText('request_id: any')
  await page
    .getByRole('toolbar', { name: 'Actions' })
    .getByRole('button', { name: 'Run', exact: true })
    .click()
  await expect(listed(page, 'Recorded: order-', 'passed')).toBeVisible()
})

test('selected payments become one scenario, which says what it leaves out', async ({
  workbench: { page, api },
}) => {
  await api('clock.set', { mode: 'frozen' })
  for (const paymentId of ['one', 'two'])
    await api('payments.create', { paymentId, amount: 100, currency: 'EUR', card: CARD, outcome: 'card' })
  await api('clock.advance', { ms: 0 })
  const { items } = await api('callbacks.list', { limit: 1 })
  await api('callbacks.replay', { id: items[0]?.id ?? '', signing: 'keep' })
  const { row, dialog } = workbenchPage(page)
  await row(/success .*two/).click()
  await page.keyboard.press('Control+a')
  const chosen = page.getByRole('group', { name: 'Selected payments' })
  await chosen.getByRole('button', { name: 'Save as scenario…' }).click()
  await expect(dialog('New scenario')).toContainText('A callback was sent again by hand.')
  await page.keyboard.press('Control+Enter')
  await expect(listed(page, 'Recorded: one and 1 more', 'not run')).toBeVisible()
})

const MOVES = `name: A sale that changes a lot
tags: [mine]
given:
  clock: frozen
  project: { id: PROJECT, callbackUrl: 'http://127.0.0.1:9/elsewhere' }
  faults: [{ kind: duplicate, copies: 1, gap: 1 s }]
steps:
  - sale: { as: order, amount: 46.50 EUR }
  - expect payment: { of: order, status: success }
  - advance: 30 min
`

test('a run in this bench says beforehand what it changes, and restores what it can @long', async ({
  workbench: { page, api },
}) => {
  const before = async () => (await api('projects.list', {})).items
  const [project] = await before()
  if (project === undefined) throw new Error('There is no project')
  await save(api, 'moves.yaml', MOVES.replace('PROJECT', String(project.projectId)))
  await api('payments.create', { amount: 100, currency: 'EUR' })
  const { open, row, dialog } = workbenchPage(page)
  await open('Scenarios')
  await row(/not run A sale that changes a lot/).click()
  await page.getByRole('button', { name: 'Run here…' }).click()
  const asking = dialog('Run this scenario here?')
  const taken = asking.getByRole('region', { name: 'Set during the run, then restored' })
  await expect(taken).toContainText('callbacks go to http://127.0.0.1:9/elsewhere, not to http')
  await expect(taken).toContainText('The mode of the clock: frozen (given).')
  await expect(taken).toContainText('Fault rules for callbacks of the project: duplicate (given).')
  await expect(asking.getByRole('region', { name: 'Stays after the run' })).toContainText(
    'The clock goes forward: 30 min (line 10). Its time does not go back.',
  )
  await expect(asking).toContainText('Other payments that are still open: 1')
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(/not run A sale that changes a lot/)).toBeVisible()

  await page.keyboard.press('s')
  await expect(dialog('Run this scenario here, step by step?')).toContainText(
    'Other payments that are still open: 1',
  )
  await page.keyboard.press('Control+Enter')
  await expect(row(/after 1\/3 A sale that changes a lot/)).toBeVisible()
  await page.keyboard.press('s')
  await expect(row(/after 2\/3 A sale that changes a lot/)).toBeVisible()
  await page.getByRole('button', { name: 'Run from here' }).click()
  await expect(row(/passed A sale that changes a lot/)).toBeVisible()
  expect(await before()).toEqual([project])
  expect((await api('faults.list', {})).rules).toEqual([])
})

test('a scenario that sends to another computer waits for consent @long', async ({
  workbench: { page, api },
}) => {
  await save(
    api,
    'elsewhere.yaml',
    GOOD.replace('steps:', "steps:\n  - request: { url: 'http://shop.invalid/checkout' }").replace(
      'succeeds',
      'begins elsewhere',
    ),
  )
  const { open, row, dialog } = workbenchPage(page)
  await open('Scenarios')
  await row(/not run A sale that begins elsewhere/).click()
  await page.keyboard.press('r')
  const asking = dialog('Allow sending to other computers?')
  await expect(asking).toContainText('shop.invalid (elsewhere.yaml, line 4: http://shop.invalid/checkout)')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(row(/not run A sale that begins elsewhere/)).toBeVisible()
  await page.keyboard.press('r')
  await asking.getByRole('button', { name: 'Allow and run' }).click()
  // The name does not resolve, but it was allowed.
  await expect(row(/failed at 1 A sale that begins elsewhere/)).toBeVisible()
  await expect(steps(page)).toContainText('GET http://shop.invalid/checkout got no response')
})

test('a recording covers everything after its start, on every page', async ({ workbench: { page, api } }) => {
  await api('clock.set', { mode: 'frozen' })
  const { open, dialog } = workbenchPage(page)
  await open('Scenarios')
  await page.getByRole('button', { name: 'Record' }).click()
  const chip = page.getByRole('group', { name: 'Active' }).getByRole('button', { name: 'recording' })
  const stopAndSave = async (): Promise<void> => {
    await chip.click()
    await page.getByRole('menuitem', { name: 'Stop and save as scenario…' }).click()
  }
  await expect(chip).toHaveAttribute('title', /^No payments of project \d+ yet\.$/)
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeHidden()
  await api('payments.create', { amount: 100, currency: 'EUR', card: CARD, outcome: 'card' })
  await open('Payments')
  await expect(chip).toHaveAttribute('title', /^1 payment of project \d+ so far\.$/)
  await page.reload()
  await stopAndSave()
  // A recording is not lost if saving it is cancelled.
  await dialog('New scenario').getByRole('button', { name: 'Cancel' }).click()
  await stopAndSave()
  await page.getByRole('radio', { name: 'Everything' }).check()
  await expect(page.getByRole('region', { name: 'Steps' })).toContainText('request_id: any')
  await page.getByRole('radio', { name: 'What matters' }).check()
  await dialog('New scenario').getByLabel('File name').fill('from-now-on')
  await page.keyboard.press('Control+Enter')
  await expect(listed(page, 'Recorded: bench-', 'not run')).toBeVisible()
  expect((await api('scenarios.get', { file: 'from-now-on.yaml' })).text).not.toContain('request_id')
  await expect(chip).toBeHidden()
})

test('a file is edited, its mistakes are shown in place, and nothing is lost', async ({
  workbench: { page, api },
}) => {
  const { open, dialog, toast, detail } = workbenchPage(page)
  await open('Scenarios')
  await page.getByRole('button', { name: 'New scenario…' }).click()
  await dialog('New scenario').getByLabel('File name').fill('no good!')
  await page.keyboard.press('Control+Enter')
  await expect(dialog('New scenario')).toContainText('Use letters, digits')
  await dialog('New scenario').getByLabel('File name').fill('mine')
  await page.keyboard.press('Control+Enter')
  const editor = page.getByRole('textbox', { name: 'Scenario file' })
  await expect(editor).toContainText('A sale that succeeds')
  await editor.press('Control+End')
  await page.keyboard.insertText(`${'  # a comment\n'.repeat(40)}  - expekt payment: { of: order }\n`)
  const errors = page.getByRole('list', { name: 'Errors' })
  await expect(errors).toContainText('Line 49, column 5')
  await expect(errors).toContainText('step 4')
  await expect(errors).toContainText('expect payment')
  // The list of errors takes space from the editor, but does not cover the line being edited.
  await expect(editor.getByText('- expekt payment')).toBeInViewport({ ratio: 1 })
  await page.reload()
  await expect(errors).toContainText('Line 49, column 5')
  await page.getByRole('button', { name: 'Line 49, column 5' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(toast('Saved mine.yaml')).toBeVisible()
  await expect(listed(page, 'A sale that succeeds', '1 error')).toBeVisible()
  await expect(
    detail('A sale that succeeds').getByRole('button', { name: 'Run', exact: true }),
  ).toBeDisabled()

  // Somebody else changes the file while it is edited.
  await editor.press('Control+End')
  await page.keyboard.insertText('# typed\n')
  await expect(page.getByText('unsaved', { exact: true })).toBeVisible()
  const { version } = await api('scenarios.get', { file: 'mine.yaml' })
  await api('scenarios.save', { file: 'mine.yaml', text: GOOD, version })
  await editor.press('Control+Enter')
  await expect(page.getByRole('alert')).toContainText('was changed meanwhile')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(editor).not.toContainText('# typed')
  await expect(errors).toBeHidden()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(toast('Removed mine.yaml')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(listed(page, 'A sale that succeeds', 'not run')).toBeVisible()
})

/** Saves a sale as good.yaml, and puts the cursor at the end of its text. */
async function editGood({ page, api }: Workbench): Promise<Locator> {
  await save(api, 'good.yaml', GOOD)
  const { open, row } = workbenchPage(page)
  await open('Scenarios')
  await row(/A sale that succeeds/).click()
  await page.keyboard.press('e')
  const editor = page.getByRole('textbox', { name: 'Scenario file' })
  await editor.press('Control+End')
  return editor
}

test('a run saves unsaved text first', async ({ workbench }) => {
  const { page } = workbench
  const { toast } = workbenchPage(page)
  const editor = await editGood(workbench)
  await page.keyboard.type('  - no such step')
  await page.getByRole('button', { name: 'Save and run' }).click()
  await expect(toast('good.yaml was saved. Correct the errors in it, then run it.')).toBeVisible()
  await expect(toast('Saved good.yaml')).toHaveCount(0)
  await expect(listed(page, 'A sale that succeeds', '1 error')).toBeVisible()
  await editor.press('Control+End')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Save and run' }).click()
  await expect(listed(page, 'A sale that succeeds', 'passed')).toBeVisible()
})

test('the editor completes and explains by keyboard', async ({ workbench }) => {
  const { page } = workbench
  const { toast } = workbenchPage(page)
  const editor = await editGood(workbench)
  await page.keyboard.type('  - expect no')
  const option = (name: RegExp) => page.getByRole('option', { name })
  await expect(option(/^expect nothing/)).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  // Esc closes the list without leaving the editor.
  await page.keyboard.press('Escape')
  await expect(option(/^expect nothing/)).toBeHidden()
  await page.keyboard.press('Control+Space')
  await expect(page.getByText(/^For this span of virtual time, nothing of these kinds/)).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('{ of: ')
  // Names defined in the file.
  await expect(option(/^order/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.type(', fo')
  await expect(option(/^for/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1 min }')
  await expect(editor).toContainText('- expect nothing: { of: order, for: 1 min }')
  await expect(page.getByRole('list', { name: 'Errors' })).toBeHidden()
  await page.keyboard.press('Control+Enter')
  await expect(toast('Saved good.yaml')).toBeVisible()

  // Hovering explains as well.
  await editor.getByText('tags', { exact: true }).hover()
  await expect(page.getByText('Words by which')).toBeVisible()
})
