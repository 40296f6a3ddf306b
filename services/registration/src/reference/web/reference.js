// The API reference: Scalar, with the contract of this address, and with the key that `npm start` puts into
// it.
import { useOwnRecords } from './examples.js'
import { PLACEHOLDERS, samplesOf } from './samples.js'

/** Kept while this tab is open. */
const stored = {
  get: () => JSON.parse(sessionStorage.getItem('credential') ?? 'null'),
  set: (credential) => sessionStorage.setItem('credential', JSON.stringify(credential)),
}

/**
 * The credential in use: that of the address, `#key=<id>.<secret>` or `#token=<token>`, or the one that this
 * tab has already. The part behind # never leaves the browser. A link must not replace a credential
 * unnoticed: what the reader sends next would be done for somebody else.
 */
async function credentialOfPage() {
  const [, kind, value] = /^#(key|token)=([!-~]+)$/.exec(location.hash) ?? []
  if (kind !== undefined) {
    history.replaceState(null, '', location.pathname)
    const [given, used] = [{ kind, value }, stored.get()]
    const isOther = used !== null && (used.kind !== kind || used.value !== value)
    if (!isOther || (await asksToReplace(used, given))) stored.set(given)
  }
  const { kind: use, value: secret = '' } = stored.get() ?? {}
  const [apiKey, apiSecret] = secret.split(/\.(.*)/)
  if (use === 'key') return { apiKey, apiSecret }
  return use === 'token' ? { operatorToken: secret } : undefined
}

/** The id of a key is no secret; a token is nothing else. */
const nameOf = ({ kind, value }) => (kind === 'key' ? `the key ${value.split('.')[0]}` : 'an operator token')

function asksToReplace(used, given) {
  const dialog = document.createElement('dialog')
  const form = Object.assign(document.createElement('form'), { method: 'dialog' })
  const question = Object.assign(document.createElement('p'), {
    textContent:
      `This link brings ${nameOf(given)}. This tab uses ${nameOf(used)}. ` +
      'Do you know who gave you the link, and should what you send from now on be sent with it?',
  })
  const buttons = ['Keep mine', 'Use the one of the link'].map((textContent, i) =>
    Object.assign(document.createElement('button'), { textContent, value: i === 0 ? 'keep' : 'replace' }),
  )
  form.append(question, ...buttons)
  dialog.append(form)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.onclose = () => {
      dialog.remove()
      resolve(dialog.returnValue === 'replace')
    }
  })
}

/** The schemes, filled in, with the names that `local/pages/reference.ts` gives them. */
function authentication(credential) {
  if (credential?.operatorToken !== undefined)
    return {
      preferredSecurityScheme: 'operatorBearer',
      securitySchemes: { operatorBearer: { token: credential.operatorToken } },
    }
  const { apiKey = '', apiSecret = '' } = credential ?? {}
  return {
    preferredSecurityScheme: [['key', 'secret']],
    securitySchemes: { key: { value: apiKey }, secret: { value: apiSecret } },
  }
}

/** Writes the samples of code, with the credential, which Scalar hides until they are copied. */
function writeSamples(document) {
  const known = Object.entries({ baseUrl, ...credential }).filter(([, value]) => value)
  const sender = { ...PLACEHOLDERS, ...Object.fromEntries(known) }
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item))
      if (operation.operationId !== undefined)
        operation['x-codeSamples'] = samplesOf(document, { path, method, operation }, sender)
}

/** Pages may be served below a path. */
const baseUrl = new URL('..', location.href).href.replace(/\/$/, '')
const credential = await credentialOfPage()
const text = await (await fetch('contract.json')).text()
const contract = JSON.parse(
  // The path may have signs that mean something in a replacement, such as `$&`.
  text.replaceAll(PLACEHOLDERS.baseUrl, () => baseUrl).replaceAll('](/docs/', () => `](${baseUrl}/docs/`),
)
if (credential?.apiKey !== undefined) await useOwnRecords(contract, { baseUrl, ...credential })
writeSamples(contract)
contract.servers = [{ url: baseUrl }]

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
