import { CallbacksPage } from '../callbacks/CallbacksPage'
import { FootBar } from '../clock-bar/FootBar'
import { PaymentsPage } from '../payments/PaymentsPage'
import { SettingsPage } from '../settings/SettingsPage'
import { useShortcuts } from '../shortcuts/use-shortcuts'
import type { Reached } from '../state/connection'
import { useInfo } from '../state/info'
import type { Page } from '../state/preferences'
import { IconSprite } from '../ui/Icon'
import { Announcer } from './Announcer'
import { Connecting, LostLine, NoToken } from './Connecting'
import { ErrorBoundary } from './ErrorBoundary'
import { OpenedDialog } from './OpenedDialog'
import { Rail } from './Rail'
import { usePage } from './router'
import { Toasts } from './Toasts'
import { TopBar } from './TopBar'
import './app.css'

function PageContent({ page }: { readonly page: Page }) {
  switch (page) {
    case 'payments':
      return <PaymentsPage />
    case 'callbacks':
      return <CallbacksPage />
    case 'settings':
      return <SettingsPage />
  }
}

/** The window of the tester. */
export function App({ reached }: { readonly reached: Reached }) {
  const page = usePage()
  const known = useInfo((state) => state.info !== null)
  useShortcuts()
  if (reached === 'noToken') {
    return (
      <>
        <IconSprite />
        <NoToken />
      </>
    )
  }
  return (
    <>
      <IconSprite />
      <div className="app">
        <TopBar />
        <Rail page={page} />
        <main className="main" aria-busy={!known}>
          <LostLine />
          <div className="page">
            {known ? (
              <ErrorBoundary key={page}>
                <PageContent page={page} />
              </ErrorBoundary>
            ) : (
              <Connecting />
            )}
          </div>
        </main>
        <FootBar />
      </div>
      {known ? (
        <ErrorBoundary>
          <OpenedDialog />
        </ErrorBoundary>
      ) : null}
      <Toasts />
      <Announcer />
    </>
  )
}
