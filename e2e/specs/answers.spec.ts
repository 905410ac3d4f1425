import { makeAuthority, makeServerCertificate } from '#net/tls/certificates'
import { openReceiver } from '#e2e/fixtures/merchant/receiver'
import { answersPage } from '#e2e/pages/answers-page'
import { runCommand } from '#e2e/pages/palette'
import { sell } from '#e2e/pages/sales'
import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

test('a callback is delivered after the responses 500, 500, 200', async ({ workbench: { page, api } }) => {
  const { row, detail } = workbenchPage(page)
  const answers = answersPage(page)
  await api('clock.set', { mode: 'frozen' })
  await workbenchPage(page).openCallbacks('Response rules')
  await page.getByRole('button', { name: '500, 500, 200' }).click()
  await expect(answers.editor).toContainText(
    'Every request: respond with 500, then respond with 500, then respond with 200',
  )
  await expect(answers.rule('not saved yet')).toBeVisible()
  await expect(answers.editor.getByLabel('Type of response 1')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(answers.rule('500, 500, 200')).toContainText('applied to 0 of 0 matches')

  await sell(api, 'scripted')
  await expect(answers.rule('applied to 1 of 1 matches')).toBeVisible()
  // Each callback goes through the script separately, so there is no common next response.
  await expect(answers.editor.getByLabel('Count for')).toHaveValue('callback')
  await api('clock.advance', { ms: 60_000 })
  await expect(answers.rule('applied to 3 of 3 matches')).toBeVisible()

  await workbenchPage(page).openCallbacks('Sent')
  await expect(row(/delivered .*scripted 200/)).toBeVisible()
  const attempts = detail('Result callback').getByRole('table', { name: 'Response to each attempt' })
  await expect(attempts.getByRole('button')).toHaveCount(3)
  const decided = detail('Result callback').getByRole('list', { name: 'What decided this response' })
  await expect(decided).toHaveText(/Response rule “500, 500, 200”: respond with 200\./)
  // The address of an attempt leads to it.
  await row(/delivered .*scripted 200/).click()
  await attempts.getByRole('button').first().click()
  await expect(decided).toHaveText(/Response rule “500, 500, 200”: respond with 200\./)
  await expect(page).toHaveURL(/#callbacks\/sent\/cb_\w+\?attempt=\d+&q=$/)
  await page.reload()
  await expect(attempts.getByRole('button').first()).toHaveAttribute('aria-current', 'true')
  await attempts.getByRole('button').last().click()
  await expect(decided).toHaveText(/Response rule “500, 500, 200”: respond with 500\./)
  // Nothing covers the button.
  await decided.getByRole('button', { name: /^Rule for: Response rule/ }).click({ trial: true })
  await workbenchPage(page).openCallbacks('Captured')
  await expect(row(/ \/callbacks .* 500/)).toHaveCount(2)
  await row(/ \/callbacks .* 200/).click()
  const marks = detail('Captured request').getByRole('list', { name: 'Changes to this message' })
  await expect(marks).toContainText('Response rule “500, 500, 200”: respond with 200.')
  await marks.getByRole('button', { name: /^Rule/ }).click()
  await expect(answers.editor).toContainText(
    'Every request: respond with 500, then respond with 500, then respond with 200',
  )
})

test('callbacks without a response are shown as such, and get 200 again once the rules are off', async ({
  workbench: { page, api },
}) => {
  const { open, row, toast, detail } = workbenchPage(page)
  const answers = answersPage(page)
  await open('Payments')
  await expect(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()
  await runCommand(page, 'New response rule: Never respond')
  await answers.save()
  await expect(answers.rule('applied to 0 of 0 matches')).toBeVisible()
  await sell(api, 'unheard')
  await runCommand(page, 'Response rules')
  await expect(answers.rule('applied to 1 of 1 matches')).toBeVisible()
  await workbenchPage(page).openCallbacks('Captured')
  await expect(row(/ \/callbacks .*none/)).toBeVisible()
  await expect(detail('Captured request')).toContainText('Response rule “Never respond”: never respond.')

  await runCommand(page, 'Turn off all response rules')
  await expect(toast(/All response rules are off/)).toBeVisible()
  await sell(api, 'heard')
  await expect(row(/ heard \/callbacks .*200/)).toBeVisible()
})

test('callbacks are passed on to a real server, with an untrusted certificate only if the rule accepts it', async ({
  workbench: { page, api },
}) => {
  const { row, detail } = workbenchPage(page)
  const answers = answersPage(page)
  const now = new Date()
  const receiver = await openReceiver(
    await makeServerCertificate(await makeAuthority(now), ['127.0.0.1'], now),
  )
  try {
    await api('clock.set', { mode: 'frozen' })
    await workbenchPage(page).openCallbacks('Response rules')
    await answers.begin('Pass on to my server')
    await answers.field('Address of your server').fill(`${new URL(receiver.url).origin}/hook`)
    await expect(answers.editor).toContainText(`becomes POST ${new URL(receiver.url).origin}/hook`)
    await answers.editor.getByRole('checkbox', { name: 'Append the path and query' }).check()
    await expect(answers.editor).toContainText('/hook/callbacks')
    await answers.save()
    await expect(answers.rule('not saved')).toBeHidden()
    await expect(answers.rule('Pass on to my server')).toContainText('applied to 0 of 0 matches')
    await sell(api, 'distrusted')
    await workbenchPage(page).openCallbacks('Captured')
    await expect(row(/ \/callbacks .*none/)).toBeVisible()
    await expect(detail('Captured request')).toContainText(/The certificate of .* is not trusted/)
    expect(receiver.received).toEqual([])

    await workbenchPage(page).openCallbacks('Response rules')
    await answers.editor.getByRole('checkbox', { name: /^Accept any certificate/ }).check()
    await expect(answers.editor).toContainText('anyone who controls this address')
    await answers.save()
    await expect(answers.rule('not saved')).toBeHidden()
    const release = receiver.hold()
    await sell(api, 'trusted')
    await workbenchPage(page).openCallbacks('Captured')
    await expect.poll(() => receiver.received.length).toBe(1)
    await expect(row(/ \/callbacks .*none/)).toHaveCount(2)
    release()
    // The response appears in the list, which is already open.
    await expect(row(/ \/callbacks .*200/)).toBeVisible()
    await row(/ \/callbacks .*200/).click()
    await expect(detail('Captured request')).toContainText(/\/callbacks responded with 200 after \d+ ms\./)
    const [got] = receiver.received
    const { items } = await api('callbacks.list', { query: 'payment:trusted' })
    const sent = await api('callbacks.get', { id: items[0]?.id ?? '' })
    expect(got?.body).toBe(sent.body)
    expect(sent.attempts[0]?.answer?.body).toBe('OK')
  } finally {
    await receiver.close()
  }
})

test('an invalid value is reported at its field, and nothing is lost', async ({
  workbench: { page, api, info },
}) => {
  const answers = answersPage(page)
  await workbenchPage(page).openCallbacks('Response rules')
  await answers.begin('Pass on to my server')
  await answers.field('Name').fill('to myself')
  await answers.save()
  await expect(answers.error('Enter the address of your server.')).toBeVisible()
  await expect(answers.field('Address of your server')).toBeFocused()
  await answers.field('Path').fill('callbacks')
  await expect(answers.error('The path must begin with / or *')).toBeVisible()
  await answers.field('Path').fill('/callbacks')
  // Only the program knows the addresses of its listeners, so the window cannot check this one.
  await answers.field('Address of your server').fill(`${info.merchant}/callbacks`)
  await answers.save()
  await expect(answers.error('The address belongs to this merchant listener itself')).toBeVisible()
  expect((await api('answers.list', {})).rules).toEqual([])

  await page.reload()
  await expect(answers.rule('to myself')).toContainText('not saved yet')
  await expect(answers.field('Path')).toHaveValue('/callbacks')
  await expect(answers.field('Address of your server')).toHaveValue(`${info.merchant}/callbacks`)
  await answers.field('Type of response 1').selectOption({ label: 'Response' })
  await answers.field('Status').fill('99')
  await answers.save()
  await expect(answers.error('Enter a status from 200 to 599.')).toBeVisible()
  await answers.field('Status').fill('503')
  await answers.save()
  await expect(answers.rule('to myself')).toContainText('applied to 0 of 0 matches')
  await expect(answers.editor).toContainText('Every request to /callbacks: respond with 503.')
})

test('requests like a captured one get their own response', async ({ workbench: { page, info, api } }) => {
  const { row, detail, toast, chooseMore } = workbenchPage(page)
  const answers = answersPage(page)
  await sell(api, 'like-this')
  await workbenchPage(page).openCallbacks('Response rules')
  await workbenchPage(page).openCallbacks('Captured')
  await row(/ \/callbacks/).click()
  await detail('Captured request').getByRole('button', { name: 'New response rule…' }).click()
  await expect(answers.editor).toContainText('Every result callback to /callbacks: respond with 200.')
  await answers.field('Status').fill('409')
  await answers.field('Headers, one per line').fill('X-Shop: closed')
  await answers.field('Body').fill('{"state":"closed"}')
  await answers.save()
  await expect(answers.rule('respond with 409')).toBeVisible()
  // The list shows a rule while it is being saved; the rule takes effect once Paybench has saved it.
  await expect.poll(async () => (await api('answers.list', {})).rules.length).toBe(1)
  await sell(api, 'like-that')
  await workbenchPage(page).openCallbacks('Captured')
  await row(/ \/callbacks .*409/).click()
  await detail('Captured request').getByRole('tab', { name: 'Response' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('closed')
  expect((await fetch(`${info.merchant}/elsewhere`, { method: 'POST', body: '{}' })).status).toBe(200)

  await workbenchPage(page).openCallbacks('Response rules')
  await answers.editor.getByRole('button', { name: 'Duplicate' }).click()
  await expect(answers.rules.getByRole('listitem')).toHaveCount(2)
  await expect(answers.rule('2.')).toContainText('off')
  await chooseMore(answers.editor, 'Move up')
  await expect(answers.rule('1.')).toContainText('off')
  await chooseMore(answers.editor, 'Remove')
  await expect(answers.rules.getByRole('listitem')).toHaveCount(1)
  await toast('Removed the rule').waitFor()
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
  await expect(answers.rule('1.')).toContainText('off')
  await answers.rules.getByRole('checkbox', { name: 'Rule 2 is on' }).uncheck()
  await sell(api, 'as-usual')
  await workbenchPage(page).openCallbacks('Captured')
  await expect(row(/ \/callbacks .*200/).first()).toBeVisible()
})

test('rules are created, ordered and removed by keyboard alone', async ({ workbench: { page, api } }) => {
  const answers = answersPage(page)
  const { keyboard } = page
  await expect(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()
  await runCommand(page, 'New response rule: Always 500')
  await expect(answers.editor.getByLabel('Type of response 1')).toBeFocused()
  await keyboard.press('Control+Enter')
  // Only a saved rule has a position.
  await expect(answers.rule('1.')).toContainText('Always 500')

  await page.getByRole('button', { name: 'New rule', exact: true }).focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Add rule: 500, 500, 200' })).toBeFocused()
  await page.getByRole('button', { name: 'Add rule: A custom response' }).focus()
  await keyboard.press('Enter')
  await expect(answers.rule('not saved yet')).toBeVisible()
  await expect(answers.editor.getByLabel('Type of response 1')).toBeFocused()
  await answers.field('Status').focus()
  await keyboard.press('Control+a')
  await keyboard.type('503')
  await answers.editor.getByRole('button', { name: 'Add a response' }).focus()
  await keyboard.press('Enter')
  await answers.field('Delay').nth(1).focus()
  await keyboard.type('300 ms')
  await keyboard.press('Control+Enter')
  await expect(answers.rule('1.')).toContainText('A custom response')
  await expect(answers.editor).toContainText('respond with 503, then respond with 200 after 0.3 s')

  await keyboard.press('Escape')
  await expect(answers.rule('1.').getByRole('button')).toBeFocused()
  await keyboard.press('Alt+ArrowDown')
  await expect(answers.rule('2.')).toContainText('A custom response')
  await keyboard.press('ArrowUp')
  await expect(answers.rule('1.').getByRole('button')).toBeFocused()
  await keyboard.press('Delete')
  await expect(answers.rules.getByRole('listitem')).toHaveCount(1)
  expect((await api('answers.list', {})).rules.map(({ steps }) => steps.length)).toEqual([2])

  // The control that switches between the page's views keeps the focus.
  await page.getByRole('radio', { name: /^Response rules/ }).focus()
  await keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Captured' })).toBeFocused()
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: /^Response rules/ })).toBeFocused()
})
