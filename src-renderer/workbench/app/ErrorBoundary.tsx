import { Component } from 'react'
import type { ReactNode } from 'react'
import { reasonOf } from '../state/toasts'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'

interface ErrorBoundaryProps {
  readonly children: ReactNode
}

interface ErrorBoundaryState {
  readonly reason: string | null
}

/** Keeps a bug of one page from emptying the window. React catches errors of children in classes alone. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { reason: null }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { reason: reasonOf(error) }
  }

  override render(): ReactNode {
    const { reason } = this.state
    if (reason === null) return this.props.children
    return (
      <div className="page-message">
        <Notice
          tone="red"
          live
          title="This part of the window failed."
          action={
            <Button size="small" onClick={() => this.setState({ reason: null })}>
              Show it again
            </Button>
          }
        >
          {reason} Nothing of the bench is lost. If it fails again, reload the page and report it.
        </Notice>
      </div>
    )
  }
}
