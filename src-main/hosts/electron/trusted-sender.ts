/** The parts of an IPC event that identify its sender. */
export interface SenderClaim {
  readonly sender: unknown
  /** null where the frame has gone since. */
  readonly senderFrame: { readonly url: string } | null
}

/** The parts of a window's contents that identify the expected sender. */
export interface ExpectedSender {
  readonly mainFrame: unknown
}

/**
 * Whether an IPC message comes from the workbench page: our window, its main frame, our own address. A frame of a
 * previewed page, another window, or a page that a navigation has put in place of ours is none of them.
 */
export function isTrustedSender(
  claim: SenderClaim,
  expected: ExpectedSender,
  isOwnUrl: (url: string) => boolean,
): boolean {
  if (claim.senderFrame === null || claim.sender !== expected) return false
  return claim.senderFrame === expected.mainFrame && isOwnUrl(claim.senderFrame.url)
}
