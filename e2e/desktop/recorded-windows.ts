import type { Page } from '@playwright/test'
import { launchDesktop, type DesktopHost, type DesktopLaunch } from '#e2e/fixtures/desktop-host'
import { expect, test as base, type Workbench } from '#e2e/fixtures/workbench'

/** For tests that ask the Electron double what the program did, or what real desktops do to a window. */
export const test = base.extend<{ readonly onDouble: true }>({
  onDouble: [
    async ({ workbench: { runtime } }, use, testInfo) => {
      testInfo.skip(runtime === 'electron', 'the real runtime keeps no record, and does nothing on demand')
      await use(true)
    },
    { auto: true },
  ],
})

const PORTS = ['platform', 'platform-tls', 'merchant', 'merchant-tls'].flatMap((name) => [
  `--${name}-port`,
  '0',
])

/** Starts a second program beside the fixture's, with its data in memory, and runs a test with it. */
export async function withDesktop(
  launch: Partial<DesktopLaunch>,
  work: (desktop: DesktopHost) => Promise<void>,
): Promise<void> {
  const args = ['--in-memory', '--ready-json', ...PORTS, ...(launch.args ?? [])]
  const desktop = await launchDesktop({ ...launch, args })
  try {
    await desktop.host.ready
    await work(desktop)
    expect(await desktop.host.end()).toBe(0)
  } finally {
    await desktop.host.kill()
    await desktop.disconnect().catch(() => undefined)
  }
}

/** Details of the events of this kind that the Electron double recorded, in order. */
export const details = ({ recorded }: Workbench, wanted: string): readonly unknown[] =>
  recorded.filter(({ kind }) => kind === wanted).map(({ detail }) => detail)

/**
 * The page of the window that the program opens for an address of our listeners. The double also shows the window that
 * the workbench's page requested, until it is closed because the program denies it.
 */
export async function openedWindow(workbench: Workbench, url: string): Promise<Page> {
  const { page } = workbench
  const pages = (): readonly Page[] => page.context().pages()
  const before = pages().length
  await page.evaluate((address) => {
    window.open(address)
  }, url)
  await expect.poll(() => details(workbench, 'loaded')).toContain(url)
  await expect.poll(() => pages().length).toBe(before + 1)
  // A new page has another address at first.
  const showing = (): Page | undefined => pages().find((candidate) => candidate.url() === url)
  await expect.poll(showing).toBeDefined()
  const shown = showing()
  if (shown === undefined) throw new Error('the window has gone')
  return shown
}
