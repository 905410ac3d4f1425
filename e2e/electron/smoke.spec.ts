import { expect, test } from '@playwright/test'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { automationApi } from '#e2e/fixtures/automation'
import { launchDesktop } from '#e2e/fixtures/desktop-host'
import type { HostProcess } from '#e2e/fixtures/host-process'
import { FREE_PORTS } from '#e2e/fixtures/hosts/free-ports'
import { previewPage } from '#e2e/pages/preview-page'
import { workbenchPage } from '#e2e/pages/workbench-page'

/**
 * What only the real Electron can prove. `PAYBENCH_DESKTOP=electron` starts it from source, or as the executable of an
 * installed package that `PAYBENCH_DESKTOP_PROGRAM` names. It runs on hosted machines (.github/workflows).
 */
test('the desktop shows its window, works, and ends cleanly', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paybench-smoke-'))
  const report = join(folder, 'report')
  writeFileSync(report, '')
  const { host, page, runtime, disconnect } = await launchDesktop({
    args: ['--data-dir', join(folder, 'data'), '--ready-json', ...FREE_PORTS],
    env: { PAYBENCH_START_REPORT: report },
  })
  try {
    expect(runtime).toBe(process.env['PAYBENCH_DESKTOP'])

    // The host prints its ready line and its window paints: on Wayland, a hidden window would not.
    const info = await host.ready
    await expect.poll(() => readFileSync(report, 'utf8')).toContain('shown\n')
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    await page.evaluate(() => new Promise(requestAnimationFrame))

    // A payment created through the API appears as a row, through the preload's connection.
    const api = automationApi(info)
    await api('payments.create', { amount: 1250, currency: 'EUR', paymentId: 'smoke-1' })
    await expect(workbenchPage(page).row(/smoke-1/)).toBeVisible()

    // The index thread works: without it, lists are read in the main thread, and the log says so.
    await expect
      .poll(() => api('settings.update', {}))
      .toMatchObject({ index: { behind: 0, rebuilding: null } })
    expect(host.log()).not.toContain('Lists and search')

    // The preview shows pages of the merchant and the platform in frames of the window.
    const preview = previewPage(page)
    const sale = { project_id: info.project.id, payment_amount: 4650, payment_currency: 'EUR' }
    await preview.open({ ...sale, payment_id: 'smoke-2', customer_id: 'buyer-5' }, 'modal')
    await expect(preview.form.getByRole('textbox').first()).toBeVisible()

    // TLS responds, with a certificate that Paybench's own authority has signed.
    const { caPem } = await api('bench.info', {})
    const { hostname, port } = new URL(info.platformTls)
    const socket = connect({ host: hostname, port: Number(port), ca: caPem ?? '' })
    await once(socket, 'secureConnect')
    expect(socket.authorized).toBe(true)
    socket.destroy()

    expect(await end(host, report)).toBe(0)
  } finally {
    await host.end().catch(() => null) // an error here must not hide that of the test
    await disconnect().catch(() => undefined) // gone with the program
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
})

/** Windows has no signal that asks a program to end, so there the report file is removed. */
async function end(host: HostProcess, report: string): Promise<number | null> {
  if (process.platform !== 'win32') return host.end()
  const closed = once(host.child, 'close')
  rmSync(report)
  await closed
  return host.child.exitCode
}
