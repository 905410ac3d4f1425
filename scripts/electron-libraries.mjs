/**
 * The Debian packages of the libraries that Electron loads, by the names of the libraries without their version.
 * @type {Readonly<Record<string, string>>}
 */
const packages = {
  libnss3: 'libnss3',
  libnssutil3: 'libnss3',
  libsmime3: 'libnss3',
  libnspr4: 'libnspr4',
  'libglib-2.0': 'libglib2.0-0',
  'libgobject-2.0': 'libglib2.0-0',
  'libgio-2.0': 'libglib2.0-0',
  'libgmodule-2.0': 'libglib2.0-0',
  'libatk-1.0': 'libatk1.0-0',
  'libatk-bridge-2.0': 'libatk-bridge2.0-0',
  libatspi: 'libatspi2.0-0',
  'libgtk-3': 'libgtk-3-0',
  'libgdk-3': 'libgtk-3-0',
  'libgdk_pixbuf-2.0': 'libgdk-pixbuf-2.0-0',
  'libpango-1.0': 'libpango-1.0-0',
  'libpangocairo-1.0': 'libpangocairo-1.0-0',
  libcairo: 'libcairo2',
  libcups: 'libcups2',
  'libdbus-1': 'libdbus-1-3',
  libdrm: 'libdrm2',
  libgbm: 'libgbm1',
  libasound: 'libasound2',
  libexpat: 'libexpat1',
  libudev: 'libudev1',
  libxkbcommon: 'libxkbcommon0',
  libX11: 'libx11-6',
  'libX11-xcb': 'libx11-xcb1',
  libxcb: 'libxcb1',
  'libxcb-dri3': 'libxcb-dri3-0',
  libXcomposite: 'libxcomposite1',
  libXcursor: 'libxcursor1',
  libXdamage: 'libxdamage1',
  libXext: 'libxext6',
  libXfixes: 'libxfixes3',
  libXi: 'libxi6',
  libXrandr: 'libxrandr2',
  libXrender: 'libxrender1',
  libXss: 'libxss1',
  libXtst: 'libxtst6',
  libxshmfence: 'libxshmfence1',
  libnotify: 'libnotify4',
  'libsecret-1': 'libsecret-1-0',
}

/** Renamed with times of 64 bits, in Ubuntu 24.04 and Debian 13. */
const renamed = new Set([
  'libglib2.0-0',
  'libatk1.0-0',
  'libatk-bridge2.0-0',
  'libatspi2.0-0',
  'libgtk-3-0',
  'libcups2',
  'libasound2',
])

/**
 * @param {string} release the content of /etc/os-release
 * @returns {boolean} whether its packages have the new names
 */
const hasNewNames = (release) => {
  /** @param {string} name */
  const value = (name) => new RegExp(`^${name}="?([^"\n]*)`, 'm').exec(release)?.[1] ?? ''
  const [id, version] = [value('ID'), Number.parseFloat(value('VERSION_ID'))]
  return (id === 'ubuntu' && version >= 24.04) || (id === 'debian' && version >= 13)
}

/**
 * @param {readonly string[]} libraries as the loader names them, for example `libnss3.so` or `libgbm.so.1`
 * @param {string} release the content of /etc/os-release
 * @returns {string} how to install them
 */
export const howToInstall = (libraries, release) => {
  const known = libraries.map((library) => packages[library.replace(/\.so(\.\d+)*$/, '')])
  const names = new Set(
    known
      .filter((name) => name !== undefined)
      .map((name) => (renamed.has(name) && hasNewNames(release) ? `${name}t64` : name)),
  )
  const elsewhere = 'install the packages of your distribution that contain them'
  if (names.size === 0) return `To get the window, ${elsewhere}`
  const command = `sudo apt-get install ${[...names].join(' ')}`
  return `On Debian or Ubuntu: ${command}${known.includes(undefined) ? ', and the packages of the others' : ''}. On other systems, ${elsewhere}`
}
