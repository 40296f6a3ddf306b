// The API reference, drawn from the contract that the running system serves.
import { leaveEmpty, useOwnRecords } from '/docs/examples.js'
import { ui } from '/docs/ui.js'

const dark = matchMedia('(prefers-color-scheme: dark)')
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', paint)
paint()

/** `npm start` prints the address of this page with the key of the demo, which never leaves the browser. */
function keyFromAddress() {
  const [, apiKey, apiSecret] = /^#key=([^.]+)\.(.+)$/.exec(location.hash) ?? []
  if (apiKey !== undefined) history.replaceState(null, '', location.pathname)
  return apiKey === undefined ? undefined : { apiKey, apiSecret }
}

/** What somebody entered on this page before (`persistAuthorization`). */
function keyFromBefore() {
  const { apiKeyId, apiKeySecret } = JSON.parse(localStorage.getItem('authorized') ?? '{}')
  return apiKeyId && apiKeySecret && { apiKey: apiKeyId.value, apiSecret: apiKeySecret.value }
}

const contract = await (await fetch('/openapi.json')).json()
const entered = keyFromAddress()
const key = entered ?? keyFromBefore()
leaveEmpty(contract)
if (key) await useOwnRecords(contract, key)

// One address is enough here, and its list would have no label.
delete contract.servers

const page = SwaggerUIBundle({
  spec: contract,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  syntaxHighlight: { activated: false }, // its colours have too little contrast
  plugins: [ui],
  onComplete() {
    if (!entered) return
    page.preauthorizeApiKey('apiKeyId', entered.apiKey)
    page.preauthorizeApiKey('apiKeySecret', entered.apiSecret)
  },
})
