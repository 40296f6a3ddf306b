// What this page changes of Swagger UI, as a plugin of it (docs/decisions/0017).
import { LANGUAGES } from '/docs/samples.js'

/** The language that was chosen last, for every operation. */
let chosen = 'curl'
const ANYBODY = { 'X-Api-Key': 'rck_…', 'X-Api-Secret': 'rcs_…' }

/** A guide as Markdown. Its links lead to other guides; what lies elsewhere in the repository is not served here. */
async function guide(file) {
  const answer = await fetch(`/docs/guide/${file}`)
  if (!answer.ok) return `This guide could not be read: ${answer.status}.`
  return (await answer.text())
    .replace(/^# .*$/m, '')
    .replace(/\[([^\]]+)\]\(\.\.[^)]*\)/g, '$1')
    .replace(/\]\((?!https?:|\/|#)/g, '](/docs/guide/')
}

/** Finds operations by what they are called and by what they are for, not by their tag and path alone. */
function opsFilter(tags, phrase) {
  const words = phrase.toLowerCase().split(/\s+/)
  const holds = (operation) => {
    const about = ['operationId', 'summary', 'description'].map((name) =>
      operation.getIn(['operation', name]),
    )
    const text = [operation.get('method'), operation.get('path'), ...about].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return tags
    .map((tag) => tag.update('operations', (operations) => operations.filter(holds)))
    .filter((tag) => tag.get('operations').size > 0)
}

export const ui = ({ React, fn, authSelectors, getComponent }) => {
  const create = React.createElement
  const markdown = (source) => create(getComponent('Markdown', true), { source })

  /** The request as it stands in the form, as Swagger UI itself makes it. */
  function requestOf({ path, method, specSelectors, oas3Selectors }) {
    const contract = specSelectors.specJsonWithResolvedSubtrees()
    const operation = contract.getIn(['paths', path, method])
    const { url, headers, body } = fn.buildRequest({
      // This operation alone: every keystroke in the form leads here.
      spec: {
        openapi: contract.get('openapi'),
        components: { securitySchemes: contract.getIn(['components', 'securitySchemes']).toJS() },
        paths: { [path]: { [method]: operation.toJS() } },
      },
      operationId: operation.get('operationId'),
      parameters: specSelectors.parameterValues([path, method]).toJS(),
      requestContentType: specSelectors.contentTypeValues([path, method]).get('requestContentType'),
      requestBody: oas3Selectors.requestBodyValue(path, method),
      contextUrl: location.href,
      securities: {
        authorized: authSelectors.authorized()?.toJS(),
        definitions: specSelectors.securityDefinitions()?.toJS(),
        specSecurity: specSelectors.security()?.toJS(),
      },
    })
    const known = path === '/openapi.json' || 'X-Api-Key' in headers || 'Authorization' in headers
    const sent = { ...(known ? {} : ANYBODY), ...headers, accept: undefined }
    return { method: method.toUpperCase(), url: new URL(url, location.href).href, headers: sent, body }
  }

  function Samples(props) {
    const [language, setLanguage] = React.useState(chosen)
    const button = (name) => {
      const onClick = () => setLanguage((chosen = name))
      return create('button', { key: name, type: 'button', 'aria-pressed': name === language, onClick }, name)
    }
    return create(
      'section',
      { className: 'samples', 'aria-label': 'This request in code' },
      create('div', {}, ...Object.keys(LANGUAGES).map(button)),
      create('pre', { tabIndex: 0 }, LANGUAGES[language](requestOf(props))),
    )
  }

  /** All errors have one shape: what differs is the code and the sentence. */
  function Refusal({ code, response }) {
    const json = response.getIn(['content', 'application/json'])
    const details =
      json
        ?.get('examples')
        ?.map((one) => one.getIn(['value', 'detail']))
        .entrySeq() ?? []
    const lines = [...details].map(([name, detail]) =>
      create('li', { key: name }, create('code', {}, name), ` ${detail}`),
    )
    return create(
      'tr',
      { className: 'response', 'data-code': code },
      create('td', { className: 'response-col_status' }, code),
      create(
        'td',
        { className: 'response-col_description' },
        markdown(response.get('description')),
        create('ul', {}, lines),
      ),
    )
  }

  /** The guides of docs/guide, in the order of their index; each is fetched when it is opened. */
  function Guides() {
    const [index, setIndex] = React.useState('')
    React.useEffect(() => void guide('README.md').then(setIndex), [])
    const links = [...index.matchAll(/^- \[(.+)\]\(\/docs\/guide\/(.+)\)$/gm)]
    const items = links.map(([, title, file]) =>
      create('li', { key: file }, create(Guide, { title: title.replaceAll('`', ''), file })),
    )
    return create(
      'nav',
      { className: 'guides', 'aria-label': 'Guides' },
      create('h2', {}, 'Guides'),
      create('ul', {}, items),
    )
  }
  function Guide({ title, file }) {
    const [source, setSource] = React.useState()
    const onToggle = ({ currentTarget }) => currentTarget.open && guide(file).then(setSource)
    return create('details', { onToggle }, create('summary', {}, title), source && markdown(source))
  }

  /** The introduction is long. */
  const introduced = (Original) => (props) =>
    create(
      'section',
      { 'aria-label': 'Introduction' },
      create('a', { className: 'to-operations', href: '#operations' }, 'To the operations'),
      create(Original, props),
      create(Guides),
    )
  const Search = ({ layoutActions, layoutSelectors }) => {
    const phrase = layoutSelectors.currentFilter()
    return create(
      'search',
      { className: 'wrapper' },
      create('input', {
        className: 'operation-filter-input',
        type: 'search',
        placeholder: 'Search operations',
        'aria-label': 'Search operations',
        value: typeof phrase === 'string' ? phrase : '',
        onChange: ({ target }) => layoutActions.updateFilter(target.value || true),
      }),
    )
  }
  const labelled = (label) => (Original) => (props) => create(Original, { 'aria-label': label, ...props })
  return {
    fn: { opsFilter },
    wrapComponents: {
      responses: (Original) => (props) =>
        create(React.Fragment, null, create(Samples, props), create(Original, props)),
      // What was sent is shown above already.
      curl: () => () => null,
      response: (Original) => (props) => create(/^[23]/.test(props.code) ? Original : Refusal, props),
      InfoContainer: introduced,
      FilterContainer: () => Search,
      TextArea: labelled('Request body'),
      // A link inside of the button that opens an operation confuses screen readers.
      DeepLink:
        () =>
        ({ text }) =>
          create('span', {}, text),
    },
  }
}
