import type { Page } from '#window/state/preferences-shape'
import type { IconName } from '#window/lib/icon-paths.tsx'

export interface PageEntry {
  readonly page: Page
  readonly label: string
  readonly icon: IconName
  /** Stands at the lower end of the rail. */
  readonly atEnd?: boolean
}

/** Pages in the order of the rail. Scenarios, Exam, Traffic and Signature are between Preview and Settings. */
export const PAGES: readonly PageEntry[] = [
  { page: 'payments', label: 'Payments', icon: 'payments' },
  { page: 'callbacks', label: 'Callbacks', icon: 'callbacks' },
  { page: 'preview', label: 'Preview', icon: 'preview' },
  { page: 'scenarios', label: 'Scenarios', icon: 'scenarios' },
  { page: 'exam', label: 'Exam', icon: 'exam' },
  { page: 'traffic', label: 'Traffic', icon: 'traffic' },
  { page: 'signature', label: 'Signature', icon: 'signature' },
  { page: 'settings', label: 'Settings', icon: 'settings', atEnd: true },
]

export function pageLabel(page: Page): string {
  return PAGES.find((entry) => entry.page === page)?.label ?? page
}
