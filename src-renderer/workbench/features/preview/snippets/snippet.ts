import type { FormParameters, PreviewMethod, PreviewMode } from '#protocol/projects'

/** What the merchant's side is written for. */
export interface SnippetSource {
  /** Signed, as the bench gives them. */
  readonly parameters: FormParameters
  /** The string to sign of exactly these parameters. */
  readonly canonical: string
  readonly mode: PreviewMode
  readonly method: PreviewMethod
  /** Styles for the modal; empty otherwise. */
  readonly css: string
  /** Address of the platform, without a slash at its end. */
  readonly platform: string
}

/** Environment variable that the programs take the secret from; no snippet holds it. */
export const SECRET_VARIABLE = 'PAYMENT_SECRET'

/** Parameters before signing, in their order. */
export function unsigned(
  parameters: FormParameters,
): readonly (readonly [string, string | number | boolean])[] {
  return Object.entries(parameters).filter(([name]) => name !== 'signature')
}

/** A text within single quotes of a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
