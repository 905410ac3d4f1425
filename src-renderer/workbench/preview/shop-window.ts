import { infoStore } from '../state/info'

/** The tab of the preview that is open; null in the desktop, whose windows for customers know no opener. */
let tab: Window | null = null

export function tabWindow(): Window | null {
  return tab
}

/** Whether this is the window of the desktop program, which opens the shop in a window of its own. */
const isDesktop = (): boolean => infoStore.getState().info?.runtime.host === 'electron'

/** Opens a page of the shop in a tab, or in the desktop in a window of its own. It gets no hold on the workbench. */
export function openShop(url: string): void {
  window.open(url, '_blank', 'noopener')
}

/** Opens a preview's page in a tab that tells us what happens in it; false where the browser has held it back. */
export function openTab(url: string): boolean {
  tab = window.open(url, 'paybench-preview')
  return tab !== null || isDesktop()
}
