// The API reference: Scalar, with the contract of this address, and with the key that `npm start` puts into
// it.
import { useOwnRecords } from '/docs/examples.js'

/**
 * `#key=<id>.<secret>` or `#token=<token>`: the part behind # never leaves the browser. Kept while this tab
 * is open.
 */
function credentialFromAddress() {
  const [, kind, value] = /^#(key|token)=(.+)$/.exec(location.hash) ?? []
  if (kind !== undefined) {
    sessionStorage.setItem('credential', JSON.stringify({ kind, value }))
    history.replaceState(null, '', location.pathname)
  }
  const { kind: stored, value: secret = '' } = JSON.parse(sessionStorage.getItem('credential') ?? '{}')
  const [apiKey, apiSecret] = secret.split(/\.(.*)/)
  if (stored === 'key') return { apiKey, apiSecret }
  return stored === 'token' ? { token: secret } : undefined
}

/** The schemes, filled in, with the names that `local/pages/reference.ts` gives them. */
function authentication(credential) {
  if (credential?.token !== undefined)
    return {
      preferredSecurityScheme: 'operatorBearer',
      securitySchemes: { operatorBearer: { token: credential.token } },
    }
  const { apiKey = '', apiSecret = '' } = credential ?? {}
  return {
    preferredSecurityScheme: [['key', 'secret']],
    securitySchemes: { key: { value: apiKey }, secret: { value: apiSecret } },
  }
}

/**
 * Writes the credential, if there is one, into the samples of code, where Scalar hides it until it is copied.
 */
function fillSamples({ paths }) {
  const { apiKey, apiSecret, token } = credential ?? {}
  const mine = Object.entries({ 'rck_…': apiKey, 'rcs_…': apiSecret, '<operator token>': token })
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item)))
    for (const sample of operation['x-codeSamples'] ?? [])
      for (const [theirs, own] of mine) if (own) sample.source = sample.source.replaceAll(theirs, own)
}

const credential = credentialFromAddress()
const text = await (await fetch('/docs/contract.json')).text()
const contract = JSON.parse(text.replaceAll('https://learning.example.org', location.origin))
fillSamples(contract)
if (credential?.apiKey !== undefined) await useOwnRecords(contract, credential)

Scalar.createApiReference('#reference', {
  content: contract,
  authentication: authentication(credential),
  hiddenClients: true,
  hideModels: true,
  documentDownloadType: 'none',
  // The switch in the bar is for all pages.
  hideDarkModeToggle: true,
  orderSchemaPropertiesBy: 'preserve',
  generateOperationSlug: ({ operationId }) => operationId,
  // Nothing but this address: no fonts, no traces of use, no agent, no proxy, no application of theirs.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  proxyUrl: '',
  hideClientButton: true,
  showDeveloperTools: 'never',
})
