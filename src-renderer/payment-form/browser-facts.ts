/** What only the browser itself knows and the customer is not asked for, by the names of contract 5.8. */
export function browserFacts(): Record<string, string | number | boolean> {
  const { width, height, colorDepth } = window.screen
  return {
    screen_res: `${width}x${height}`,
    color_depth: colorDepth,
    java_enabled: 'javaEnabled' in navigator && navigator.javaEnabled(),
    timezone_offset: new Date().getTimezoneOffset(),
    // Internet Explorer has no name for it, and sends none.
    timezone_name: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
