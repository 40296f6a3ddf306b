// `helm test`: waits until every service is ready, then calls each through the others. With an API key it registers a real
// user with `Prefer: validate-only`, or for real until the e-mail is sent; that registration is withdrawn at the end.
const { ready, registration, user, courseId, userId, register, waitSeconds } = JSON.parse(process.argv[1])
const deadline = Date.now() + waitSeconds * 1_000
const { API_KEY_ID: keyId, API_SECRET: secret } = process.env
// Well formed and never issued: without a key the answer has to be 401, for which the user service is asked.
const unknown = { keyId: 'rck_0000000000000000', secret: 'rcs_0000000000000000000000000000000001CF69L' }
const headers = {
  'X-Api-Key': keyId ?? unknown.keyId,
  'X-Api-Secret': secret ?? unknown.secret,
  'Content-Type': 'application/json',
}

async function ask(method, url, body, more) {
  const sent = body && JSON.stringify(body)
  const options = { method, headers: { ...headers, ...more }, body: sent, signal: AbortSignal.timeout(20_000) }
  try {
    const answer = await fetch(url, options)
    const said = await answer.text()
    console.log(method, url, answer.status, said.slice(0, 400))
    return { status: answer.status, body: said.startsWith('{') || said.startsWith('[') ? JSON.parse(said) : {} }
  } catch (fault) {
    console.log(method, url, fault.cause?.message ?? fault.message)
    return { status: 0, body: {} }
  }
}

/** Asks until the answer is as wanted, or for too long. */
async function until(wanted, asking) {
  for (;;) {
    const answer = await asking()
    if (wanted(answer)) return answer
    if (Date.now() > deadline) process.exit(1)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
const expect = (statuses, { status, body }) => (statuses.includes(status) ? body : process.exit(1))

for (const base of ready) await until(({ status }) => status === 200, () => ask('GET', `${base}/readyz`))
if (!registration) process.exit(0)
if (!keyId) process.exit((await ask('GET', `${registration}/registrations/`)).status === 401 ? 0 : 1)

const listed = user && !userId ? expect([200, 403], await ask('GET', `${user}/users/?limit=1`)) : []
const nowhere = 2_147_483_647
const known = { courseId: courseId || nowhere, userId: userId || listed[0]?.id || nowhere }
const created = await ask('POST', `${registration}/registrations/`, known, {
  ...(register ? { 'Idempotency-Key': `helm-test-${Date.now()}` } : { Prefer: 'validate-only' }),
})
if (!register) {
  // With a made-up course or user, the refusal of a rule also shows that the services took part.
  expect(courseId && userId ? [200] : [200, 403, 404, 409, 422], created)
  const [one] = expect([200], await ask('GET', `${registration}/registrations/?limit=1`))
  if (one) expect([200, 404], await ask('GET', `${registration}/registrations/${one.id}/notification/`))
  process.exit(0)
}
const { id } = expect([201], created)
const receipt = await until(
  ({ body }) => body.status === 'sent' || body.status === 'failed' || Date.now() > deadline,
  () => ask('GET', `${registration}/registrations/${id}/notification/`),
)
expect([200], await ask('POST', `${registration}/registrations/${id}/withdraw/`))
process.exit(receipt.body.status === 'sent' ? 0 : 1)
