import type { ErrorCode, ErrorIssue, ErrorShape } from './shapes'

/** A refusal that travels over a connection as `{code, message, issues?}`; everything else is a bug. */
export class BenchError extends Error {
  readonly code: ErrorCode
  readonly issues: readonly ErrorIssue[]

  constructor(code: ErrorCode, message: string, issues: readonly ErrorIssue[] = []) {
    super(message)
    this.name = 'BenchError'
    this.code = code
    this.issues = issues
  }

  toShape(): ErrorShape {
    return this.issues.length === 0
      ? { code: this.code, message: this.message }
      : { code: this.code, message: this.message, issues: [...this.issues] }
  }

  static from(shape: ErrorShape): BenchError {
    return new BenchError(shape.code, shape.message, shape.issues ?? [])
  }
}
