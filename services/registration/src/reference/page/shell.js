// The switch between light and dark: all pages of this address remember it. Loaded before anything is drawn.
;(() => {
  /** The name under which Scalar keeps its own, so that the reference begins in the same colours. */
  const KEY = 'colorMode'
  const system = matchMedia('(prefers-color-scheme: dark)')
  const isDark = () => (localStorage.getItem(KEY) ?? (system.matches ? 'dark' : 'light')) === 'dark'
  const button = document.createElement('button')
  button.type = 'button'

  function show() {
    const dark = isDark()
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
    document.body?.classList.toggle('dark-mode', dark)
    document.body?.classList.toggle('light-mode', !dark)
    button.textContent = dark ? '☀' : '☾'
    button.ariaLabel = dark ? 'Light colours' : 'Dark colours'
  }

  button.onclick = () => {
    localStorage.setItem(KEY, isDark() ? 'light' : 'dark')
    show()
  }
  system.addEventListener('change', show)
  addEventListener('storage', show)
  addEventListener('DOMContentLoaded', () => {
    document.querySelector('.bar .tools')?.append(button)
    show()
  })
  show()
})()
