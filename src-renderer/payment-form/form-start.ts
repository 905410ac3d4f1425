import { afterFirstPaint } from './first-paint'

/**
 * Loads the form's script, whose path is in `data-next`, once the customer sees the page: nothing of it holds up the first paint. Somebody
 * may frame a page that was opened for a tab; then the script runs at once, because the embedding page waits for it.
 */
const PATIENCE_MS = 400

function load(): void {
  const own = document.querySelector('script[data-next]')
  const script = document.createElement('script')
  script.src = own?.getAttribute('data-next') ?? ''
  document.body.appendChild(script)
}

// A customer on a slow line submits before that script listens. Without it the browser would leave the page.
document.addEventListener('submit', (event) => {
  event.preventDefault()
  document.body.setAttribute('data-submitted', '')
})
if (window.parent === window) afterFirstPaint(load, PATIENCE_MS)
else load()
