// The bar at the top of all pages, and its switch between light and dark. Loaded before anything is drawn.
;(() => {
  /** The name under which Scalar keeps its own, so that the reference begins in the same colours. */
  const KEY = 'colorMode'
  const { docs = '', mailbox, operations } = globalThis.pageLinks
  /** Pages may be served below a path: this is where /docs/ and /ops/ are. */
  const root = new URL('..', document.currentScript.src)
  const docsRoot = docs === '' ? root : new URL(`${docs}/`)
  const ENTRIES = [
    ['Reference', new URL('docs/', docsRoot)],
    ['Guides', new URL('docs/guide/', docsRoot)],
    ['Errors', new URL('docs/guide/errors', docsRoot)],
    ['Mailbox', mailbox],
    ['Operations', operations && new URL(operations, root)],
  ]
  const system = matchMedia('(prefers-color-scheme: dark)')
  const isDark = () => (localStorage.getItem(KEY) ?? (system.matches ? 'dark' : 'light')) === 'dark'
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'colours' })

  function show() {
    const dark = isDark()
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
    document.body?.classList.toggle('dark-mode', dark)
    document.body?.classList.toggle('light-mode', !dark)
    button.textContent = dark ? '☀' : '☾'
    button.ariaLabel = dark ? 'Light colours' : 'Dark colours'
  }

  /** The documentation may be hidden, or not be served at the address of the operators' page. */
  async function removeMissingPages(nav) {
    const { ok } = await fetch(new URL('docs/', docsRoot), { method: 'HEAD' }).catch(() => ({ ok: false }))
    if (!ok) for (const link of nav.querySelectorAll('[href*="/docs/"]')) link.remove()
  }

  /** `<page-bar page="Guides">`, drawn as soon as the parser meets it. */
  class PageBar extends HTMLElement {
    connectedCallback() {
      const nav = Object.assign(document.createElement('nav'), { className: 'bar', ariaLabel: 'Rollcall' })
      const page = this.getAttribute('page')
      for (const [name, href] of ENTRIES) {
        if (href === undefined) continue
        const link = Object.assign(document.createElement('a'), { href, textContent: name })
        if (name === page) link.ariaCurrent = 'page'
        nav.append(link)
      }
      const logo = Object.assign(document.createElement('span'), { className: 'logo', ariaHidden: 'true' })
      const product = Object.assign(document.createElement('span'), {
        className: 'product',
        textContent: 'Rollcall',
      })
      const tools = Object.assign(document.createElement('span'), { className: 'tools' })
      tools.append(button)
      nav.prepend(logo, product)
      nav.append(tools)
      this.append(nav)
      show()
      if (page === 'Operations') void removeMissingPages(nav)
    }
  }

  button.onclick = () => {
    localStorage.setItem(KEY, isDark() ? 'light' : 'dark')
    show()
  }
  system.addEventListener('change', show)
  addEventListener('storage', show)
  show()
  customElements.define('page-bar', PageBar)
})()
