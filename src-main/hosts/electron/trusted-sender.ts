/** The parts of an IPC event that identify its sender. */
export interface SenderClaim {
  readonly sender: unknown
  /** null where the frame no longer exists. */
  readonly senderFrame: { readonly url: string } | null
}

/** The parts of a window's contents that identify the expected sender. */
export interface ExpectedSender {
  readonly mainFrame: unknown
}

/**
 * Whether an IPC message comes from the workbench page: from the main frame of our window, at our own address. Messages
 * of a framed page, of another window or of a page that replaced ours are not trusted.
 */
export function isTrustedSender(
  claim: SenderClaim,
  expected: ExpectedSender,
  isOwnUrl: (url: string) => boolean,
): boolean {
  if (claim.senderFrame === null || claim.sender !== expected) return false
  return claim.senderFrame === expected.mainFrame && isOwnUrl(claim.senderFrame.url)
}
