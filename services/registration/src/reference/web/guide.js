// The buttons of the guides: copying code, and the search. The text needs no script.

for (const block of document.querySelectorAll('.code')) {
  const button = block.querySelector('.copy')
  button.hidden = false
  button.onclick = async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent)
    button.textContent = 'Copied'
    button.onblur = button.onpointerleave = () => (button.textContent = 'Copy')
  }
}

// On a narrow screen the list would stand above every text.
if (matchMedia('(width <= 760px)').matches) document.querySelector('.pages').open = false

const MOST_RESULTS = 12
const dialog = Object.assign(document.createElement('dialog'), { className: 'search', ariaLabel: 'Search' })
dialog.innerHTML = `<input type="search" placeholder="Search the guides" aria-label="Search the guides" />
<p role="status"></p><ol></ol>`
const [input, status, list] = ['input', 'p', 'ol'].map((name) => dialog.querySelector(name))
document.body.append(dialog)

/** Loaded when somebody searches for the first time. */
let index
async function loadIndex() {
  const [{ default: MiniSearch }, response] = await Promise.all([
    import('./assets/minisearch.js'),
    fetch(new URL('assets/search.json', import.meta.url)),
  ])
  const search = new MiniSearch({
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page'],
    searchOptions: { prefix: true, fuzzy: 0.15, boost: { title: 8, page: 2 }, combineWith: 'AND' },
  })
  search.addAll(await response.json())
  return search
}

async function showResults() {
  const query = input.value
  index ??= loadIndex()
  const found = (await index.catch(() => undefined))?.search(query).slice(0, MOST_RESULTS)
  if (found === undefined) {
    // The next key tries again.
    index = undefined
    status.textContent = 'The index could not be loaded.'
    return
  }
  if (query !== input.value) return
  status.textContent = query !== '' && found.length === 0 ? `No guide contains “${query}”.` : ''
  list.replaceChildren(
    ...found.map(({ id, title, page }) => {
      const link = Object.assign(document.createElement('a'), {
        href: new URL(`..${id}`, import.meta.url),
        textContent: title,
      })
      if (page !== title) link.append(Object.assign(document.createElement('small'), { textContent: page }))
      link.onclick = () => dialog.close()
      const item = document.createElement('li')
      item.append(link)
      return item
    }),
  )
}

function openSearch() {
  dialog.showModal()
  input.select()
}

let shown
input.oninput = () => (shown = showResults())
dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
dialog.onkeydown = (event) => {
  const links = [...list.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement)
  // Opens the first result of all that was typed.
  if (event.key === 'Enter' && at === -1) void shown?.then(() => list.querySelector('a')?.click())
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  ;(links[at + step] ?? input).focus()
}
addEventListener('keydown', (event) => {
  const isTyping = event.target.closest?.('input, textarea, select') !== null
  const isSearch = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey))
  if (!isSearch || dialog.open) return
  event.preventDefault()
  openSearch()
})

const button = Object.assign(document.createElement('button'), { type: 'button' })
button.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="7" cy="7" r="4.5" />
<path d="m10.5 10.5 4 4" /></svg><span>Search</span>`
button.onclick = openSearch
document.querySelector('.bar .tools').prepend(button)
