/** The form of a platform, reduced to its window messages (contract 8.6). */
export const framePage = `<!doctype html><html lang="en"><head><title>Form</title><link rel="icon" href="data:,"></head>
<body><p>Form</p><input id="field" aria-label="Card"><script>
var received = [], guid = null
window.addEventListener('message', function (event) {
  var message = JSON.parse(event.data)
  received.push(message)
  if (message.message === 'link') guid = message.guid
  if (message.message === 'close') say('epframe.destroy')
})
function say(message, data, beside) {
  var envelope = { message: message, guid: guid }
  if (data !== undefined) envelope.data = data
  for (var name in beside || {}) envelope[name] = beside[name]
  window.parent.postMessage(JSON.stringify(envelope), '*')
}
</script></body></html>`

/** A merchant's page: the library as the merchant links it, and handlers that write down how they were called. */
export const shopPage = (
  platform: string,
): string => `<!doctype html><html lang="en"><head><title>Shop</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="${platform}/shared/merchant.css">
<script>
var calls = [], keysBefore = Object.keys(window)
</script>
<script src="${platform}/shared/merchant.js"></script></head>
<body><h1>Shop</h1><button id="pay" type="button">Pay</button><div id="one"><i>old</i></div><div id="two"></div>
<button type="button" data-epwidget="ep-run-transaction">Confirm</button>
<script>
var widgets = {}
function recording(widget, config, names) {
  names.forEach(function (name) {
    config[name] = function (data) {
      var args = Array.prototype.slice.call(arguments)
      calls.push({ widget: widget, name: name, data: data, count: args.length, self: this === widgets[widget] })
      if (args.length > 1) answers.push({ resolve: args[1], reject: args[2] })
    }
  })
  return config
}
var answers = []
</script></body></html>`
