import { useState } from 'react'
import { CallbacksPage } from '../features/callbacks/CallbacksPage'
import { FootBar } from '../features/clock/FootBar'
import { ExamPage } from '../features/exam/ExamPage'
import { PaymentsPage } from '../features/payments/PaymentsPage'
import { PreviewPage } from '../features/preview/PreviewPage'
import { SessionDrop } from '../features/workspaces/SessionDrop'
import { SessionLine } from '../features/workspaces/SessionLine'
import { RecordingLine } from '../features/scenarios/RecordingLine'
import { ScenariosPage } from '../features/scenarios/ScenariosPage'
import { SettingsPage } from '../features/settings/SettingsPage'
import { SignaturePage } from '../features/signature/SignaturePage'
import { useShortcuts } from './shortcuts/use-shortcuts'
import type { Reached } from '../state/connection'
import { useInfo } from '../state/info'
import { usePreferences } from '../state/preferences'
import type { Page } from '../state/preferences-shape'
import { HarLine } from '../features/traffic/HarLine'
import { TrafficPage } from '../features/traffic/TrafficPage'
import { IconSprite } from '../ui/Icon'
import { Connecting, LostLine, NoToken } from './Connecting'
import { ErrorBoundary } from './ErrorBoundary'
import { OpenedDialog } from './OpenedDialog'
import { Rail } from './Rail'
import { NoPlacePage } from './NoPlacePage'
import { useNoPlace, usePage } from './router'
import { Toasts } from './Toasts'
import { TopBar } from './TopBar'
import { useStore } from 'zustand'
import { announcements } from '../state/announcements'
import './app.css'

function PageContent({ page }: { readonly page: Page }) {
  switch (page) {
    case 'payments':
      return <PaymentsPage />
    case 'callbacks':
      return <CallbacksPage />
    case 'preview':
      return null
    case 'scenarios':
      return <ScenariosPage />
    case 'exam':
      return <ExamPage />
    case 'traffic':
      return <TrafficPage />
    case 'signature':
      return <SignaturePage />
    case 'settings':
      return <SettingsPage />
  }
}

/**
 * The preview stays mounted once it was visited: its form keeps running while the tester looks at the payment, and a
 * frame that is removed and added again would load anew.
 */
function KeptPreview({ isShown }: { readonly isShown: boolean }) {
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  return wasShown ? <PreviewPage isShown={isShown} /> : null
}

/** The workbench window. */
export function App({ reached }: { readonly reached: Reached }) {
  const page = usePage()
  const noPlace = useNoPlace()
  const known = useInfo((state) => state.info !== null)
  const sessionId = usePreferences((state) => state.sessionId)
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
        <ErrorBoundary>
          <TopBar />
        </ErrorBoundary>
        <Rail page={noPlace === null ? page : null} />
        <main className="main" aria-busy={!known}>
          <LostLine />
          <ErrorBoundary>
            <SessionLine />
            <HarLine />
            {known ? <RecordingLine /> : null}
          </ErrorBoundary>
          <div className="page">
            {known ? (
              <>
                <ErrorBoundary>
                  <KeptPreview isShown={page === 'preview' && noPlace === null} />
                </ErrorBoundary>
                {/* A page begins anew in another session: the same ids mean other things there. */}
                <ErrorBoundary key={`${page} ${sessionId}`}>
                  {noPlace === null ? <PageContent page={page} /> : <NoPlacePage noPlace={noPlace} />}
                </ErrorBoundary>
              </>
            ) : (
              <Connecting />
            )}
          </div>
        </main>
        <ErrorBoundary>
          <FootBar />
        </ErrorBoundary>
      </div>
      <ErrorBoundary>
        <OpenedDialog />
      </ErrorBoundary>
      {known ? <SessionDrop /> : null}
      <Toasts />
      <Announcer />
    </>
  )
}

/** A live region for the sentences of `announce`: each is read once, also where the next one follows at once. */
function Announcer() {
  const sentences = useStore(announcements)
  return (
    <div className="sr" role="status" aria-live="polite" aria-atomic="false" aria-label="Announcements">
      {sentences.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
