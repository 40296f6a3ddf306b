// Registers through the service itself: with `Prefer: validate-only`, or for real and until the e-mail is sent. A real
// registration is withdrawn at the end, so that the test can be run again.
const [base, courseId, userId, register, waitSeconds] = process.argv.slice(1)
const headers = {
  'X-Api-Key': process.env.API_KEY_ID,
  'X-Api-Secret': process.env.API_SECRET,
  'Content-Type': 'application/json',
}
const real = register === 'true'
const known = courseId !== '0' && userId !== '0'
const body = JSON.stringify({ courseId: Number(courseId), userId: Number(userId) })

const created = await fetch(`${base}/registrations/`, {
  method: 'POST',
  headers: {
    ...headers,
    ...(real ? { 'Idempotency-Key': `smoke-test-${Date.now()}` } : { Prefer: 'validate-only' }),
  },
  body,
})
const answer = await created.text()
console.log(created.status, answer)
if (!real) {
  // With a course and a user that are made up, every rule's answer shows that all services took part.
  const expected = known ? [200] : [200, 400, 403, 404, 409, 422]
  process.exit(expected.includes(created.status) ? 0 : 1)
}
if (created.status !== 201) process.exit(1)

const { id } = JSON.parse(answer)
const deadline = Date.now() + Number(waitSeconds) * 1000
let receipt
do {
  await new Promise((resolve) => setTimeout(resolve, 500))
  receipt = await fetch(`${base}/registrations/${id}/notification/`, { headers }).then((r) => r.json())
  console.log(JSON.stringify(receipt))
} while (receipt.status !== 'sent' && receipt.status !== 'failed' && Date.now() < deadline)
const withdrawn = await fetch(`${base}/registrations/${id}/withdraw/`, { method: 'POST', headers })
console.log(withdrawn.status, await withdrawn.text())
process.exit(receipt.status === 'sent' && withdrawn.status === 200 ? 0 : 1)
