/**
 * A merchant's page that knows no library: it makes the iframe itself, writes every message by hand and keeps what comes
 * (contract 8.5, 8.6). `openFrame` opens by GET or by a posted form; `link` is sent at each load unless it is held back.
 */
export const externalPage = `<!doctype html><html lang="en"><head><title>Shop of another origin</title>
<link rel="icon" href="data:,"><style>iframe{width:480px;height:700px;border:0}</style></head>
<body><h1>Shop</h1><div id="frames"></div><script>
var widgets = {}, got = []
window.addEventListener('message', function (event) {
  var guid = JSON.parse(event.data).guid, from = null, source = 'nobody'
  for (var name in widgets) {
    if (widgets[name].guid === guid) from = name
    if (event.source !== null && widgets[name].window === event.source) source = name
  }
  got.push({ from: from, source: source, origin: event.origin, text: event.data })
})
function link(name) {
  var widget = widgets[name]
  widget.frame.contentWindow.postMessage(JSON.stringify({ message: 'link', guid: widget.guid }), '*')
}
function send(name, body) {
  widgets[name].frame.contentWindow.postMessage(JSON.stringify(body), '*')
}
function openFrame(name, guid, method, action, parameters, linksAtLoad) {
  var frame = document.createElement('iframe')
  frame.name = 'frame-' + name
  frame.title = 'Form ' + name
  widgets[name] = { frame: frame, guid: guid, window: null, loads: 0 }
  frame.addEventListener('load', function () {
    widgets[name].loads += 1
    if (linksAtLoad) link(name)
  })
  if (method === 'get') {
    frame.src = action + '?' + Object.keys(parameters).map(function (key) {
      return key + '=' + encodeURIComponent(parameters[key])
    }).join('&')
    document.getElementById('frames').appendChild(frame)
  } else {
    document.getElementById('frames').appendChild(frame)
    var form = document.createElement('form')
    form.method = 'post'
    form.action = action
    form.target = frame.name
    for (var key in parameters) {
      var input = document.createElement('input')
      input.type = 'hidden'
      input.name = key
      input.value = parameters[key]
      form.appendChild(input)
    }
    document.body.appendChild(form)
    form.submit()
    document.body.removeChild(form)
  }
  widgets[name].window = frame.contentWindow
}
</script></body></html>`
