import { Component } from 'react'
import type { ReactNode } from 'react'
import { boundedText } from '../../../src-main/lib/limits/bounded-text'
import { LIMITS } from '../../../src-main/lib/limits/limit-table'
import { reasonOf } from '../state/toasts'
import { FailedPart } from './FailedPart'

interface ErrorBoundaryProps {
  readonly children: ReactNode
}

interface ErrorBoundaryState {
  readonly reason: string | null
}

/** Keeps an error of one part from emptying the window. React catches errors of children in class components only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
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
