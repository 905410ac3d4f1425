/**
 * A page that a return address leads to and that does everything it can to the windows around it. `attempts` holds what came of
 * each attempt; `flood` posts so many messages to a window.
 */
export const hostilePage = `<!doctype html><html lang="en"><head><title>Hostile</title>
<link rel="icon" href="data:,"></head><body><h1>Hostile</h1><script>
var attempts = {}
function attempt(name, act) {
  try { attempts[name] = String(act()) } catch (error) { attempts[name] = 'refused: ' + error.name }
}
function attack(elsewhere) {
  attempts.opener = String(window.opener)
  attempt('opener.location', function () { window.opener.location = elsewhere })
  attempt('top.location', function () { if (window.top === window) return 'is top'; window.top.location = elsewhere })
  attempt('named', function () {
    return ['paybench', 'paybench-preview', 'workbench', 'desk'].map(function (name) {
      var found = window.open('', name)
      if (found === null) return 'none'
      var isNew = false
      try { isNew = found.opener === window } catch (error) { }
      if (isNew) found.close()
      else found.location = elsewhere
      return isNew ? 'new' : 'taken'
    })
  })
  return attempts
}
function flood(target, count) {
  for (var n = 0; n < count; n += 1) {
    target.postMessage({ source: 'paybench-preview', preview: 'x', kind: 'handler', name: 'flood ' + n, data: { text: '<img src=x onerror=1>' }, wallAt: Date.now() }, '*')
  }
}
</script></body></html>`
