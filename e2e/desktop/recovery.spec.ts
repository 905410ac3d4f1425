import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DesktopHost } from '#e2e/fixtures/desktop-host'
import { expect } from '#e2e/fixtures/workbench'
import { workbenchPage } from '#e2e/pages/workbench-page'
import { details, test, withDesktop } from './recorded-windows'

const kinds = ({ recorded }: DesktopHost): readonly string[] => recorded.map(({ kind }) => kind)

for (const hides of ['paints', 'loads']) {
  test(`a window appears although nothing reports that its page ${hides}`, async () => {
    await withDesktop({ env: { PAYBENCH_DOUBLE_HIDES: hides } }, async (desktop) => {
      expect(kinds(desktop)).toContain('window-show')
      await expect(desktop.page).toHaveTitle(/Paybench$/)
    })
  })
}

test('a page whose first messages arrive without its address is connected anyway @long', async () => {
  await withDesktop({ env: { PAYBENCH_DOUBLE_UNADDRESSED: ',about:blank' } }, async ({ page, host }) => {
    await expect(workbenchPage(page).clock).toContainText('Live')
    expect(host.log()).toContain('its frame is not the workbench: it has no address')
    expect(host.log()).toContain('its frame is not the workbench: about:blank')
  })
})

test('the window is shown while Paybench starts, and the start script learns that it has loaded and is shown', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paybench-report-'))
  const report = join(folder, 'report')
  writeFileSync(report, '')
  try {
    await withDesktop({ env: { PAYBENCH_START_REPORT: report } }, async (desktop) => {
      await expect(desktop.page).toHaveTitle(/Paybench$/)
      const order = desktop.recorded
        .filter(({ kind }) => kind === 'loaded' || kind === 'window-show')
        .map(({ kind, detail }) => (kind === 'loaded' ? detail : kind))
      expect(order.slice(0, 2).sort()).toEqual(['paybench://desk/message', 'window-show'])
      expect(readFileSync(report, 'utf8')).toBe('loaded\nshown\n')
      rmSync(report)
      await expect.poll(() => desktop.host.child.exitCode).toBe(0)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a page that crashes is loaded again once; after a second crash the window says what happened', async ({
  workbench,
}) => {
  const crash = { report: 'render-process-gone', detail: { reason: 'crashed', exitCode: 5 } }
  workbench.sendToDouble(crash)
  const shown = 'paybench://desk/workbench/index.html'
  await expect
    .poll(() => details(workbench, 'loaded').filter((address) => String(address).startsWith(shown)))
    .toHaveLength(2)
  await expect.poll(() => workbench.page.context().pages()).toHaveLength(1)
  workbench.sendToDouble(crash)
  const [page = workbench.page] = workbench.page.context().pages()
  await expect(page.getByRole('alert')).toContainText('ended twice within a minute (crashed, exit code 5)')
  await expect(page.getByRole('alert')).toContainText('paybench.log')
  await page.getByRole('link', { name: 'Show the workbench again' }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  expect(details(workbench, 'reloaded')).toHaveLength(1)
})

test('the tester decides about a page that does not respond', async ({ workbench }) => {
  workbench.sendToDouble({ report: 'unresponsive' })
  await expect.poll(() => details(workbench, 'message-box')).toHaveLength(1)
  // The double presses the last button, which ends the page: a real crash.
  await expect.poll(() => details(workbench, 'reloaded')).toHaveLength(1)
  await expect(async () => {
    const page = workbench.page.context().pages().at(-1)
    expect(await page?.getByRole('navigation').first().isVisible()).toBe(true)
  }).toPass()
})

test('fields and selected text have a context menu', async ({ workbench }) => {
  const editFlags = { canUndo: true, canRedo: false, canCut: true, canCopy: true, canPaste: true }
  const click = (detail: object): void => {
    workbench.sendToDouble({ report: 'context-menu', detail })
  }
  click({ isEditable: false, selectionText: '', editFlags })
  click({ isEditable: true, selectionText: '', editFlags })
  click({ isEditable: false, selectionText: 'pay_1', editFlags })
  const roles = (): readonly (readonly unknown[])[] =>
    details(workbench, 'context-menu').map((items) =>
      (items as readonly { readonly role?: string }[]).flatMap(({ role }) => role ?? []),
    )
  await expect.poll(roles).toEqual([
    ['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'],
    ['copy', 'selectAll'],
  ])
})

test('Help copies diagnostics without secrets, and opens the log', async ({ workbench, dataDir }) => {
  const { info, click } = workbench
  click('Diagnostics')
  await expect.poll(() => details(workbench, 'clipboard')).toHaveLength(1)
  const text = String(details(workbench, 'clipboard')[0])
  expect(text).toMatch(/^Paybench \d.*\nElectron .*Node\.js/)
  expect(text).toContain(`platform: ${info.platform}`)
  expect(text).toMatch(/paybench\.db: \d+\.\d MB/)
  for (const secret of [info.project.secret, info.token ?? 'none']) expect(text).not.toContain(secret)
  const file = join(dataDir, 'window/logs/paybench.log')
  click('Open the log')
  await expect.poll(() => details(workbench, 'open-path')).toEqual([file])
  expect(readFileSync(file, 'utf8')).toContain('starts with Electron')
})

test('a customer window that cannot load its page says so', async ({ workbench }) => {
  // Chromium does not trust our certificate authority, and the double does not ask the program about certificates.
  await workbench.page.evaluate((url) => {
    window.open(url)
  }, `${workbench.info.platformTls}/payment`)
  await expect.poll(() => details(workbench, 'failed-load')).toHaveLength(1)
  const titles = (): Promise<readonly string[]> =>
    Promise.all(
      workbench.page
        .context()
        .pages()
        .map((page) => page.title()),
    )
  await expect.poll(titles).toContain('This page could not be loaded')
  expect(details(workbench, 'certificate-verify-proc')).toEqual(['', 'customer'])
})

test('a session file that the system opens is read', async ({ workbench, dataDir }) => {
  const { id } = await workbench.api('sessions.export', {})
  const { chunkBase64 } = await workbench.api('sessions.download', { id, offset: 0 })
  const file = join(dataDir, 'a colleague’s.paybench')
  writeFileSync(file, Buffer.from(chunkBase64, 'base64'))
  workbench.sendToDouble({ openFile: file })
  await expect(workbench.page.getByRole('dialog', { name: 'Open this session' })).toBeVisible()
  await workbench.page.keyboard.press('Escape')

  await withDesktop({ isPackaged: true, args: [file] }, async ({ page }) => {
    await expect(page.getByRole('dialog', { name: 'Open this session' })).toBeVisible()
  })
  const missing = join(dataDir, 'missing.paybench')
  expect(existsSync(missing)).toBe(false)
  workbench.sendToDouble({ openFile: missing })
  await expect(workbench.page.getByText('missing.paybench could not be read.').first()).toBeVisible()
})
