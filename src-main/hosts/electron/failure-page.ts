/** What went wrong and what the tester can do about it. */
export interface Failure {
  readonly message: string
  readonly remedy: string
}

/** Puts a thrown value into words. An error that knows its remedy carries it as `remedy`. */
export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  const remedy =
    error instanceof Error && 'remedy' in error && typeof error.remedy === 'string'
      ? error.remedy
      : 'Close Paybench and start it again. If it happens again, start it from a terminal to see what it tells there.'
  return { message, remedy }
}

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`)

/** The whole window when the bench could not start. Needs no script and nothing from elsewhere. */
export function failurePage({ message, remedy }: Failure): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Paybench could not start</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center }
  main { max-width: 36rem; padding: 2rem }
  h1 { font-size: 1.25rem; margin: 0 0 1rem }
  p { margin: 0 0 .75rem; overflow-wrap: anywhere }
</style>
</head>
<body>
<main role="alert">
<h1>Paybench could not start</h1>
<p>${escape(message)}</p>
<p><strong>What you can do:</strong> ${escape(remedy)}</p>
</main>
</body>
</html>
`
}
