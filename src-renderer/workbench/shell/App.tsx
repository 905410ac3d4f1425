import { useState, Component, type ReactNode } from 'react'
import { CallbacksPage } from '#window/features/callbacks/CallbacksPage.tsx'
import { FootBar } from '#window/features/clock/FootBar.tsx'
import { ExamPage } from '#window/features/exam/ExamPage.tsx'
import { PaymentsPage } from '#window/features/payments/PaymentsPage.tsx'
import { PreviewPage } from '#window/features/preview/PreviewPage.tsx'
import { SessionDrop } from '#window/features/sessions/SessionDrop.tsx'
import { SessionLine } from '#window/features/sessions/SessionLine.tsx'
import { RecordingLine } from '#window/features/scenarios/ScenarioPane.tsx'
import { ScenariosPage } from '#window/features/scenarios/ScenariosPage.tsx'
import { SettingsPage } from '#window/features/settings/SettingsPage.tsx'
import { SignaturePage } from '#window/features/signature/SignaturePage.tsx'
import { useShortcuts } from './shortcuts/use-shortcuts'
import type { Reached } from '#window/state/connection'
import { useInfo } from '#window/state/info'
import { usePreferences, setPlace, setPreferences } from '#window/state/preferences'
import type { Page } from '#window/state/preferences-shape'
import { HarLine } from '#window/features/traffic/HarLine.tsx'
import { TrafficPage } from '#window/features/traffic/TrafficPage.tsx'
import { IconSprite, Icon } from '#window/ui/Icon.tsx'
import { Connecting, LostLine, NoToken } from './Connecting'
import { OpenedDialog } from './OpenedDialog'
import { Rail } from './Rail'
import { useNoPlace, usePage, type NoPlace } from './router'
import { Toasts } from './Toasts'
import { TopBar } from './TopBar'
import { useStore } from 'zustand'
import { announcements } from '#window/state/announcements'
import './app.css'
import { boundedText, quotedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import { reasonOf } from '#window/state/toasts'
import { useBench } from '#window/state/bench'
import { closeSession } from '#window/state/own-session'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import type { Address } from '#window/navigation/address'
import { SessionOfLink } from '#window/features/sessions/SessionOfLink.tsx'
import { openAddress } from '#window/navigation/open-address'

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

interface ErrorBoundaryProps {
  readonly children: ReactNode
}

interface ErrorBoundaryState {
  readonly reason: string | null
}

/** Keeps an error of one part from emptying the window. React catches errors of children in class components only. */
class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { reason: null }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { reason: boundedText(reasonOf(error), LIMITS.pathChars) }
  }

  override render(): ReactNode {
    const { reason } = this.state
    return reason === null ? (
      this.props.children
    ) : (
      <FailedPart reason={reason} onRetry={() => this.setState({ reason: null })} />
    )
  }
}

interface FailedPartProps {
  readonly reason: string
  readonly onRetry: () => void
}

/** The payments page without selection and filter, which may be what failed. */
function goToPayments(): void {
  setPlace('payments', { selection: null, query: '', view: null })
  setPreferences({ page: 'payments' })
}

/** Replaces a part of the window that failed: says why, and what to do. */
function FailedPart({ reason, onRetry }: FailedPartProps) {
  const bench = useBench()
  const isImported = useInfo((state) => state.info?.session.kind === 'imported')
  return (
    <div className="page-message">
      <Notice
        tone="red"
        live
        title="This part of the window failed."
        action={
          <span className="copyrow">
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
            <Button
              size="small"
              onClick={() => {
                goToPayments()
                onRetry()
              }}
            >
              Go to Payments
            </Button>
            {isImported ? (
              <Button size="small" does="sessions.close" onClick={() => closeSession(bench)}>
                Leave this session
              </Button>
            ) : null}
          </span>
        }
      >
        {reason} No data is lost, and the rest of the window works. If it fails again, reload the page.
      </Notice>
    </div>
  )
}

const ALL_PAYMENTS: Address = {
  page: 'payments',
  list: { name: 'payments', query: '', sort: null, projectId: null },
}

/** Shown for an address that leads nowhere, or into a session that is not open: why, and what to do. */
function NoPlacePage({ noPlace }: { readonly noPlace: NoPlace }) {
  const isElsewhere = 'sessionId' in noPlace
  return (
    <div className="empty" role="alert">
      <Icon name="search" />
      <h1 className="pane-title">
        {isElsewhere ? 'This link leads into another session' : 'There is nothing at this address'}
      </h1>
      <p>
        <code>{quotedText(noPlace.address)}</code>
      </p>
      {isElsewhere ? (
        <SessionOfLink sessionId={noPlace.sessionId} />
      ) : (
        <p>{noPlace.reason} Ask the sender for the link again, or look for the payment in the list.</p>
      )}
      <Button onClick={() => openAddress(ALL_PAYMENTS)}>Show all payments</Button>
    </div>
  )
}
