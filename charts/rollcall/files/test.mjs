// `helm test`: waits until every service is ready, then makes registration call user. With an API
// key it creates a registration with `Prefer: validate-only`, or a real one; then it waits for the e-mail and
// withdraws the registration.
const { ready, registration, user, courseId, userId, register, waitSeconds } = JSON.parse(process.argv[1])
const deadline = Date.now() + waitSeconds * 1_000
const { API_KEY_ID: keyId, API_SECRET: secret } = process.env
// A valid format, and never issued: without a key the response must be 401, which needs the user service.
const unknown = { keyId: 'rck_0000000000000000', secret: 'rcs_0000000000000000000000000000000001CF69L' }
const headers = {
  'X-Api-Key': keyId ?? unknown.keyId,
  'X-Api-Secret': secret ?? unknown.secret,
  'Content-Type': 'application/json',
}

/** What to do when calls get no response, by the code of the last error. */
const HINTS = {
  EAI_AGAIN:
    'DNS does not respond to this pod. If a NetworkPolicy denies all traffic of the namespace, set ' +
    'networkPolicy.enabled, and networkPolicy.egress.dns if DNS has another port; or let the pods ' +
    'with the label app.kubernetes.io/name=test reach DNS and the services.',
  ENOTFOUND: 'DNS does not know this Service. Is the release uninstalled, or in another namespace?',
}
let lastErrorCode

async function call(method, url, body, moreHeaders) {
  const options = {
    method,
    headers: { ...headers, ...moreHeaders },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  }
  try {
    const response = await fetch(url, options)
    const text = await response.text()
    lastErrorCode = undefined
    console.log(method, url, response.status, text.slice(0, 400))
    return { status: response.status, body: /^[{[]/.test(text) ? JSON.parse(text) : {} }
  } catch (error) {
    console.log(method, url, error.cause?.message ?? error.message)
    lastErrorCode = error.cause?.code
    return { status: 0, body: {} }
  }
}

/** Calls until the response meets the condition. Ends the test as failed after the deadline. */
async function callUntil(condition, send) {
  for (;;) {
    const response = await send()
    if (condition(response)) return response
    if (Date.now() > deadline) {
      if (HINTS[lastErrorCode]) console.log(HINTS[lastErrorCode])
      process.exit(1)
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Returns the body of a response with one of these statuses. Ends the test as failed for any other. */
const expect = (statuses, { status, body }) => (statuses.includes(status) ? body : process.exit(1))

for (const base of ready) await callUntil(({ status }) => status === 200, () => call('GET', `${base}/readyz`))
if (!registration) process.exit(0)
if (!keyId) process.exit((await call('GET', `${registration}/registrations/`)).status === 401 ? 0 : 1)

const visibleUsers = user && !userId ? expect([200, 403], await call('GET', `${user}/users/?limit=1`)) : []
const missingId = 2_147_483_647
const request = { courseId: courseId || missingId, userId: userId || visibleUsers[0]?.id || missingId }
const created = await call('POST', `${registration}/registrations/`, request, {
  ...(register ? { 'Idempotency-Key': `helm-test-${Date.now()}` } : { Prefer: 'validate-only' }),
})
if (!register) {
  // With a missing course or user, the rejection by a rule also proves that the services reach each other.
  expect(courseId && userId ? [200] : [200, 403, 404, 409, 422], created)
  const [one] = expect([200], await call('GET', `${registration}/registrations/?limit=1`))
  if (one) expect([200, 404], await call('GET', `${registration}/registrations/${one.id}/notification/`))
  process.exit(0)
}
const { id } = expect([201], created)
const receipt = await callUntil(
  ({ body }) => body.status === 'sent' || body.status === 'failed' || Date.now() > deadline,
  () => call('GET', `${registration}/registrations/${id}/notification/`),
)
expect([200], await call('POST', `${registration}/registrations/${id}/withdraw/`))
process.exit(receipt.body.status === 'sent' ? 0 : 1)
