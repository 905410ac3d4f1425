/** Pages of a shop that was built on the common plugins: a checkout for guests, an order page, and where customers come back to. */

const page = (
  title: string,
  head: string,
  body: string,
): string => `<!doctype html><html lang="en"><head><title>${title}</title>
<link rel="icon" href="data:,">${head}<style>
#place { position: relative; width: 480px; min-height: 40px }
#overlay { position: absolute; inset: 0; background: #fffffff2 }
[hidden] { display: none }
</style></head><body><h1>${title}</h1>${body}</body></html>`

/**
 * The checkout. What the customer does with the cart makes the frame anew; the e-mail address is read when the order is
 * placed; an overlay covers the frame once the payment is sent; leaving the form leaves the checkout.
 */
export const checkoutPage = (platform: string): string =>
  page(
    'Checkout',
    `<link rel="stylesheet" href="${platform}/shared/merchant.css"><script src="${platform}/shared/merchant.js"></script>`,
    `<label>Quantity <input id="quantity" type="number" value="1" min="1"></label>
<label>E-mail <input id="email" type="email"></label>
<p>Total <b id="total"></b></p>
<div id="place"><div id="form"></div><div id="overlay" hidden>Your payment is being sent</div></div>
<button id="order" type="button">Place order</button>
<p id="message" role="status"></p>
<script>
var settings = {}
location.search.slice(1).split('&').forEach(function (pair) {
  var parts = pair.split('=')
  settings[parts[0]] = decodeURIComponent(parts[1])
})
var field = function (id) { return document.getElementById(id) }
var widget = null, cart = null, asks = false, frames = 0

function cover(isCovered) { field('overlay').hidden = !isCovered }
function showText(text) { field('message').textContent = text }

function getCart(email, next) {
  fetch('/cart', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      mode: settings.mode, operation: settings.operation, quantity: Number(field('quantity').value), email: email
    })
  }).then(function (response) { return response.json() }).then(function (answer) {
    cart = answer
    field('total').textContent = (cart.total / 100).toFixed(2)
    next()
  })
}

function withHandlers(config) {
  config.onPaymentSent = function () { cover(true) }
  config.onShowClarificationPage = function () { asks = true; cover(false) }
  config.onValidationError = function (errors) {
    cover(false)
    showText(Object.keys(errors).map(function (name) { return errors[name] }).join(' '))
  }
  config.onCheckSubmit = function (data, resolve, reject) {
    if (field('email').value === '') { showText('Give your e-mail address'); reject(); return }
    resolve({ customer_email: field('email').value })
  }
  config.onEmbeddedModeRedirect3dsParentPage = function (data) {
    var form = document.createElement('form')
    form.method = data.method
    form.action = data.url
    Object.keys(data.body).forEach(function (name) {
      var input = document.createElement('input')
      input.type = 'hidden'
      input.name = name
      input.value = data.body[name]
      form.appendChild(input)
    })
    document.body.appendChild(form)
    form.submit()
  }
  config.onPaymentSuccess = function () { location.href = '/thanks?order=' + cart.order }
  config.onPaymentFail = function () { cover(false); showText('Your payment was declined') }
  config.onDestroy = function () { location.href = '/left' }
  return config
}

function embed() {
  getCart('', function () {
    frames += 1
    widget = EPayWidget.runEmbedded(withHandlers(cart.parameters), 'POST')
  })
}

field('order').addEventListener('click', function () {
  showText('')
  if (settings.mode === 'embedded') {
    if (asks) {
      window.postMessage(JSON.stringify({
        message: 'epframe.embedded_mode.submit', from_another_domain: true, fields: {}
      }), '*')
    } else widget.trySubmit()
    return
  }
  getCart(field('email').value, function () { EPayWidget.run(withHandlers(cart.parameters), 'POST') })
})
field('quantity').addEventListener('change', function () { if (settings.mode === 'embedded') embed() })
if (settings.mode === 'embedded') embed()
</script>`,
  )

/** Shows what the shop knows of an order, and asks again until that is final; nothing of it may come out of a cache. */
const statusScript = `<p>Order <b id="state">unknown</b>, platform <b id="platform">unknown</b></p><script>
var order = /order=([^&]+)/.exec(location.search)[1]
function ask() {
  fetch('/order-status?order=' + order + '&_=' + Date.now(), { cache: 'no-store' })
    .then(function (response) { return response.json() })
    .then(function (answer) {
      document.getElementById('state').textContent = answer.state
      document.getElementById('platform').textContent = answer.platform
      setTimeout(ask, 200)
    })
}
ask()
</script>`

export const thanksPage = page('Thank you', '', statusScript)
export const failedPage = page('Payment failed', '', statusScript)
export const leftPage = page('You have left the checkout', '', '')

/** What the shop's staff does with an order. */
export const orderPage = (order: string): string =>
  page(
    'Order',
    '',
    `${statusScript}<form method="post" action="/order-action"><input type="hidden" name="order" value="${order}">
<label>Amount <input name="amount"></label>
${['refund', 'capture', 'cancel'].map((action) => `<button name="action" value="${action}">${action}</button>`).join('')}
</form>`,
  )
