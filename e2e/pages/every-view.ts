import type { Page } from '@playwright/test'
import { answersPage } from './answers-page'
import { type PageName, workbenchPage } from './workbench-page'

/** A page or dialog, opened as a tester opens it. */
export interface View {
  readonly name: string
  readonly open: (page: Page) => Promise<void>
}

/** Opens a page of the rail and acts on it. */
const rail =
  (name: PageName, act: (page: Page) => Promise<unknown> = () => Promise.resolve()) =>
  async (page: Page): Promise<void> => {
    await workbenchPage(page).open(name)
    await act(page)
  }

/** Opens a view by its name, because the callbacks page remembers the last one. */
const callbacks = (view: 'Sent' | 'Captured' | 'Response rules' | 'Fault rules') => (page: Page) =>
  workbenchPage(page).openCallbacks(view)

const section = (name: string) =>
  rail('Settings', (page) =>
    page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name }).click(),
  )

/** Pages that are there whether or not anything has happened. */
export const PAGES: readonly View[] = [
  { name: 'Overview', open: rail('Overview') },
  { name: 'Payments', open: rail('Payments') },
  { name: 'Callbacks', open: callbacks('Sent') },
  { name: 'Responses', open: callbacks('Response rules') },
  { name: 'Faults', open: callbacks('Fault rules') },
  { name: 'Preview', open: rail('Preview') },
  {
    name: 'Scenarios',
    open: rail('Scenarios', (page) => page.getByRole('table', { name: 'Steps of the scenario' }).waitFor()),
  },
  {
    name: 'Scenarios, editing',
    open: rail('Scenarios', async (page) => {
      const edit = page.getByRole('button', { name: /^(View|Close) the file$/ })
      if ((await edit.textContent()) === 'View the file') await edit.click()
      await page.getByRole('textbox', { name: 'Scenario file' }).waitFor()
    }),
  },
  { name: 'Exam', open: rail('Exam') },
  { name: 'Traffic', open: rail('Traffic') },
  {
    name: 'Signature',
    open: rail('Signature', async (page) => {
      const example = page.getByRole('button', { name: 'Load an example' }).first()
      if (await example.isVisible()) await example.click()
      await page.getByRole('row', { name: /in another position/ }).waitFor()
    }),
  },
  {
    name: 'Signature, picking a message',
    open: rail('Signature', async (page) => {
      await page.getByRole('radiogroup', { name: 'Source' }).getByText('Pick a message').click()
      await page.getByLabel('Newest messages').waitFor()
      await page.getByRole('radiogroup', { name: 'Source' }).getByText('Paste').click()
    }),
  },
  { name: 'Settings of a project', open: rail('Settings') },
  { name: 'Listeners', open: section('Listeners') },
  { name: 'Storage', open: section('Storage') },
]

/** Opens the list of payments, which must be unfiltered, and selects a payment by its id. */
async function choose(page: Page, paymentId: string): Promise<void> {
  const { open, row, detail } = workbenchPage(page)
  await open('Payments')
  await row(new RegExp(` ${paymentId} `)).click()
  await detail(`Payment ${paymentId}`).getByRole('toolbar', { name: 'Actions' }).waitFor()
}

const tab =
  (paymentId: string, name: RegExp) =>
  async (page: Page): Promise<void> => {
    await choose(page, paymentId)
    await workbenchPage(page).detail(`Payment ${paymentId}`).getByRole('tab', { name }).click()
  }

/** Additional views of a bench filled by `fillBench`. */
export const FULL_PAGES: readonly View[] = [
  { name: 'a payment that waits', open: tab('Order-7', /^Timeline/) },
  { name: 'Status object', open: tab('Order-7', /^Status object/) },
  { name: 'Operations', open: tab('Order-7', /^Operations/) },
  { name: 'Callbacks of a payment', open: tab('Order-7', /^Callbacks/) },
  { name: 'API calls of a payment', open: tab('Order-7', /^API calls/) },
  {
    name: 'a callback that failed',
    async open(page) {
      const { row, detail } = workbenchPage(page)
      await callbacks('Sent')(page)
      await row(/failed \d+\/120 .*not-heard/).click()
      await detail('Result callback').getByRole('tab', { name: 'Raw bytes' }).click()
    },
  },
  {
    name: 'a callback being edited',
    async open(page) {
      const { open, row, detail } = workbenchPage(page)
      await open('Callbacks')
      await row(/failed \d+\/120 .*not-heard/).click()
      await detail('Result callback').getByRole('tab', { name: 'Edit' }).click()
      await page.getByRole('textbox', { name: 'Body' }).waitFor()
      const form = page.getByRole('form', { name: 'How to send' })
      await form.getByRole('status').getByText('signature valid').waitFor()
    },
  },
  {
    name: 'a message being composed',
    open: rail('Callbacks', async (page) => {
      await page.getByRole('button', { name: 'Compose' }).click()
      await page.getByRole('heading', { name: 'Compose a message' }).waitFor()
      await page.getByRole('textbox', { name: 'Body' }).waitFor()
    }),
  },
  {
    name: 'Preview with an open form',
    open: rail('Preview', async (page) => {
      await page
        .getByRole('button', { name: /^Open( again)?/ })
        .first()
        .click()
      await page.getByRole('table', { name: 'Events of the form' }).getByText('onLoaded').first().waitFor()
    }),
  },
  {
    name: 'Preview, snippet',
    open: rail('Preview', (page) =>
      page.getByRole('radiogroup', { name: 'Parameters as' }).getByText('Snippet').click(),
    ),
  },
  {
    name: 'a refused request',
    async open(page) {
      const { open, row, detail } = workbenchPage(page)
      await open('Traffic')
      await page.getByRole('button', { name: /^Refused/ }).click()
      await row(/POST .*\/v2\/payment/)
        .first()
        .click()
      await detail('API call').getByRole('tab', { name: 'Body' }).click()
      await detail('API call').getByText('Refused with').waitFor()
      await page.getByRole('button', { name: /^All/ }).click()
    },
  },
  {
    name: 'Traffic by payment',
    open: rail('Traffic', async (page) => {
      await page.getByRole('radiogroup', { name: 'Order by' }).getByText('Payment').click()
      await page.getByRole('grid', { name: 'Traffic by payment' }).waitFor()
    }),
  },
  {
    name: 'a response rule with mistakes',
    async open(page) {
      await callbacks('Response rules')(page)
      const answers = answersPage(page)
      await answers.rule('forward the request').getByRole('button').click()
      await answers.field('Path').fill('no path')
      await answers.editor.getByText('anyone who controls this address', { exact: false }).waitFor()
    },
  },
  {
    name: 'a fault rule with a mistake',
    async open(page) {
      await callbacks('Fault rules')(page)
      await page
        .getByRole('button', { name: /Another amount/ })
        .first()
        .click()
      await page.getByLabel('Value').fill('{')
    },
  },
  {
    name: 'the signature of a captured request',
    async open(page) {
      const { row, detail } = workbenchPage(page)
      await callbacks('Captured')(page)
      await row(/ \/callbacks/)
        .first()
        .click()
      await detail('Captured request').getByRole('tab', { name: 'Signature' }).click()
      await page.getByRole('tabpanel').getByRole('table').first().waitFor()
    },
  },
]

const button = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).click()

const clockMenu =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await workbenchPage(page)
      .clock.getByRole('button', { name: /^Clock:/ })
      .click()
    await page.getByRole('menuitem', { name }).click()
  }

const storage =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await section('Storage')(page)
    await button(page, name)
  }

/** Dialogs that can be opened in an empty bench. */
export const DIALOGS: readonly View[] = [
  { name: 'New payment', open: (page) => button(page, 'New payment') },
  { name: 'Go to a payment', open: (page) => page.keyboard.press('Control+k') },
  { name: 'Keys', open: (page) => button(page, 'Keys') },
  { name: 'Advance the clock', open: clockMenu('Advance by…') },
  { name: 'Speed of the clock', open: clockMenu('Another speed…') },
  { name: 'New project', open: rail('Settings', (page) => button(page, 'New project…')) },
  { name: 'Export this session', open: storage('Export session…') },
  { name: 'Reset the bench?', open: storage('Reset the bench…') },
]

const action =
  (paymentId: string, name: string) =>
  async (page: Page): Promise<void> => {
    await choose(page, paymentId)
    const actions = workbenchPage(page)
      .detail(`Payment ${paymentId}`)
      .getByRole('toolbar', { name: 'Actions' })
    const button = actions.getByRole('button', { name, exact: true })
    if (await button.isVisible()) await button.click()
    else {
      await actions.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
  }

/** Dialogs of a payment of the filled bench. */
export const PAYMENT_DIALOGS: readonly View[] = [
  {
    name: 'Edit and send',
    async open(page) {
      const { open, row } = workbenchPage(page)
      await open('Traffic')
      await row(/clarification/)
        .first()
        .click()
      await page.keyboard.press('e')
      await page.getByRole('dialog').getByRole('textbox', { name: 'Body' }).waitFor()
    },
  },
  {
    name: 'Request clarification',
    async open(page) {
      await action('Order-2026/00001', 'Request clarification…')(page)
      await page.getByRole('dialog').getByRole('button', { name: 'AVS pair' }).click()
      await page.getByLabel('Body of the callback').waitFor()
    },
  },
  { name: 'Answer as the merchant', open: action('Order-7', 'Answer as the merchant…') },
  { name: 'Decline the payment', open: action('Order-7', 'Decline…') },
  { name: 'Expire now', open: action('Order-7', 'Expire and decline…') },
  { name: 'Refund', open: action('Order-2026/00002', 'Refund…') },
  {
    name: 'Save this filter',
    open: rail('Payments', async (page) => {
      await page.getByRole('combobox', { name: 'Filter payments' }).fill('status:success ')
      await page.getByRole('button', { name: 'Save this filter' }).click()
    }),
  },
]

/** Opens a dialog, does the work, and closes the dialog. */
export async function inDialog(page: Page, view: View, work: () => Promise<void>): Promise<void> {
  await view.open(page)
  await page.getByRole('dialog').waitFor()
  await work()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
