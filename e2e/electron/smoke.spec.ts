import { expect, test } from '@playwright/test'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { automationApi } from '#e2e/fixtures/automation'
import { launchDesktop } from '#e2e/fixtures/desktop-host'
import type { HostProcess } from '#e2e/fixtures/host-process'
import { previewPage } from '#e2e/pages/preview-page'
import { workbenchPage } from '#e2e/pages/workbench-page'

/**
 * What only the real Electron can prove, started from source or from an installed package: `PAYBENCH_DESKTOP=electron`, and
 * `PAYBENCH_DESKTOP_PROGRAM` for the executable of an installed one. It runs on hosted machines (.github/workflows).
 */
test('the desktop shows its window, works, and ends in order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paybench-smoke-'))
  const report = join(folder, 'report')
  writeFileSync(report, '')
  const ports = ['workbench', 'platform', 'platform-tls', 'merchant', 'merchant-tls']
  const { host, page, runtime, disconnect } = await launchDesktop({
    args: ['--data-dir', join(folder, 'data'), '--ready-json', ...ports.map((name) => `--${name}-port=0`)],
    env: { PAYBENCH_START_REPORT: report },
  })
  try {
    expect(runtime).toBe(process.env['PAYBENCH_DESKTOP'])

    // A ready line, and a window that paints: on Wayland a hidden one does not.
    const info = await host.ready
    await expect.poll(() => readFileSync(report, 'utf8')).toContain('shown\n')
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    await page.evaluate(() => new Promise(requestAnimationFrame))

    // A payment by the API becomes a row, by way of the preload's connection.
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

    // TLS answers, with a certificate that the bench's own authority has signed.
    const { caPem } = await api('bench.info', {})
    const { hostname, port } = new URL(info.platformTls)
    const socket = connect({ host: hostname, port: Number(port), ca: caPem ?? '' })
    await once(socket, 'secureConnect')
    expect(socket.authorized).toBe(true)
    socket.destroy()

    expect(await end(host, report)).toBe(0)
  } finally {
    await host.end().catch(() => null) // null if it has ended in order above
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
