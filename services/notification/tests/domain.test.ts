import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { ConsumeMessage } from 'amqplib'
import { readDeadLetter } from '../src/dead-letters/read.ts'
import { isAddress } from '../src/domain/address.ts'
import { payloadOf } from '../src/domain/dead-letter.ts'
import { isDue, isSettled, LEASE_MS, leaseFrom, resendOf, type Delivery } from '../src/domain/delivery.ts'
import { afterFailure, SendFailure } from '../src/domain/failure.ts'
import { messageIdOf } from '../src/domain/message-id.ts'
import { domainOf, parseMailFrom } from '../src/domain/mail-from.ts'
import { readNotificationConfig } from '../src/config.ts'
import { DEFAULT_WORDING, mailComposer } from '../src/mail/compose-mail.ts'
import { faultOf, readTemplate } from '../src/mail/template.ts'
import { toSendFailure } from '../src/smtp/failure.ts'
import { aDelivery, aNewDelivery, NOW } from './kit/deliveries.ts'

const HOUR = 60 * 60 * 1000

describe('the sender (MAIL_FROM)', () => {
  it.each([
    ['no-reply@example.org', { name: '', address: 'no-reply@example.org' }],
    ['Rollcall <no-reply@example.org>', { name: 'Rollcall', address: 'no-reply@example.org' }],
    ['  Rollcall < no-reply@example.org > ', { name: 'Rollcall', address: 'no-reply@example.org' }],
    ['Rollcall "Inc." <no-reply@mail>', { name: 'Rollcall "Inc."', address: 'no-reply@mail' }],
    ['"The" Rollcall <no-reply@mail>', { name: '"The" Rollcall', address: 'no-reply@mail' }],
    ['"Rollcall, Inc." <no-reply@mail>', { name: 'Rollcall, Inc.', address: 'no-reply@mail' }],
  ])('is read from %s', (raw, sender) => {
    expect(parseMailFrom(raw)).toEqual(sender)
  })

  it.each(['', 'nobody', 'a@b, c@d', 'A <a@b> <c@d>', 'a@b\r\nBcc: c@d', '@example.org', 'a@', 'a@exa mple'])(
    'is not %j',
    (raw) => expect(() => parseMailFrom(raw)).toThrow('must be an address'),
  )

  it('gives Message-IDs their domain', () => {
    expect(domainOf(parseMailFrom('Rollcall <no-reply@mail.example.org>'))).toBe('mail.example.org')
  })
})

it.each([
  ['ada@example.org', true],
  ["o'neill+rollcall@sub.example.org", true],
  ['jürgen@example.org', true],
  ['a@example.org,b@example.org', false],
  ['<a@example.org>', false],
  ['"a b"@example.org', false],
  ['a@example.org\n', false],
  ['a\u0000@example.org', false],
  ['a@[127.0.0.1]', false],
])('%j as a recipient: %s', (address, plain) => {
  expect(isAddress(address)).toBe(plain)
})

describe('the Message-ID (R21)', () => {
  const eventId = randomUUID()
  const delivery = { kind: 'automatic', eventId, registrationId: 5, template: 222 } as const

  it('is the same for every attempt at an automatic e-mail', () => {
    expect(messageIdOf(delivery, 1, 'example.org')).toBe(`<222.5.${eventId}@example.org>`)
    expect(messageIdOf(delivery, 2, 'example.org')).toBe(`<222.5.${eventId}@example.org>`)
  })

  it('is another for each resend', () => {
    const resend = { ...delivery, kind: 'resend' } as const
    expect(messageIdOf(resend, 8, 'example.org')).toBe(`<222.5.${eventId}.resend-8@example.org>`)
    expect(messageIdOf(resend, 9, 'example.org')).not.toBe(messageIdOf(resend, 8, 'example.org'))
  })
})

describe('a delivery', () => {
  it.each([
    ['queued', false],
    ['sending', false],
    ['sent', true],
    ['failed', true],
  ] as const)('that is %s is settled: %s', (status, settled) => {
    expect(isSettled(aDelivery({ status }))).toBe(settled)
  })

  it('is due from its moment on, and a lease ends after its time', () => {
    expect(isDue(aDelivery({ dueAt: NOW }), NOW)).toBe(true)
    expect(isDue(aDelivery({ dueAt: new Date(NOW.getTime() + 1) }), NOW)).toBe(false)
    expect(isDue(aDelivery({ dueAt: new Date(NOW.getTime() - 1) }), NOW)).toBe(true)
    expect(leaseFrom(NOW)).toEqual(new Date(NOW.getTime() + LEASE_MS))
  })
})

it('resends to the address and with the words of then, under the trace of the operator’s call', () => {
  const original = aDelivery({ status: 'failed', attempts: 4 })
  const trace = { requestId: 'call-2', traceparent: 'trace-2' }
  expect(resendOf(original, NOW, trace)).toEqual({ ...aNewDelivery(), kind: 'resend', ...trace })
})

describe('what SMTP says', () => {
  const answer = (command: string, responseCode: number, permanent = responseCode >= 550) => ({
    code: command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE',
    ...{ command, responseCode, permanent },
  })

  it.each([
    ['a refused connection', { code: 'ESOCKET' }, 'server-away'],
    ['silence', { code: 'ETIMEDOUT' }, 'server-away'],
    ['an unknown host', { code: 'EDNS' }, 'server-away'],
    ['a refused login', { code: 'EAUTH', responseCode: 535 }, 'server-away'],
    ['a certificate nobody trusts', { code: 'ETLS' }, 'server-away'],
    ['nothing that we know', {}, 'server-away'],
    ['421', answer('RCPT TO', 421), 'server-away'],
    ['the sender is refused', answer('MAIL FROM', 550), 'server-away'],
    ['450 for the recipient', answer('RCPT TO', 450), 'refused-for-now'],
    ['451 for the text', answer('DATA', 451), 'refused-for-now'],
    ['503, out of step', answer('RCPT TO', 503), 'refused-for-now'],
    ['550 for the recipient', answer('RCPT TO', 550), 'refused'],
    ['554 for the text', answer('DATA', 554), 'refused'],
    ['an address that no envelope holds', { code: 'EENVELOPE', command: 'API' }, 'refused'],
  ])('%s means %s', (_, fields, kind) => {
    expect(toSendFailure(Object.assign(new Error('said so'), fields), 'no-session').kind).toBe(kind)
  })

  it.each([
    ['session', { code: 'ECONNECTION' }, 'interrupted'],
    ['session', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 421 }, 'interrupted'],
    ['text', { code: 'ECONNECTION' }, 'unknown'],
    ['text', { code: 'ECONNECTION', responseCode: 421 }, 'interrupted'],
    ['text', { code: 'EMESSAGE', command: 'DATA', responseCode: 554, permanent: true }, 'refused'],
  ] as const)('in a %s, %j means %s', (progress, fields, kind) => {
    expect(toSendFailure(Object.assign(new Error('said so'), fields), progress).kind).toBe(kind)
  })

  it('is kept in one line of bounded length, in the words of the server', () => {
    const error = Object.assign(new Error('refused'), { response: `550 no\r\n such user ${'x'.repeat(999)}` })
    const { message } = toSendFailure(error, 'session')
    expect(message).toMatch(/^550 no such user x/)
    expect(message).toHaveLength(500)
  })
})

describe('after a failure', () => {
  const after = (kind: SendFailure['kind'], fields: Partial<Delivery>, now = NOW) =>
    afterFailure(aDelivery(fields), new SendFailure(kind, 'why'), now)

  it('an e-mail that is refused has failed', () => {
    expect(after('refused', {})).toEqual({
      status: 'failed',
      dueAt: NOW,
      lastError: 'why',
      failedAt: NOW,
      unconfirmed: 0,
    })
  })

  it('an e-mail waits for a server that is away, for days and any number of attempts', () => {
    const later = new Date(NOW.getTime() + 72 * HOUR)
    expect(after('server-away', { attempts: 500 }, later)).toEqual({
      status: 'queued',
      dueAt: later,
      lastError: 'why',
      failedAt: later,
      unconfirmed: 0,
    })
  })

  it.each([
    [1, 5],
    [2, 30],
    [3, 120],
    [4, 600],
    [5, 1800],
    [50, 1800],
  ])('an e-mail refused for now rests longer each time: attempt %i, %i s', (attempts, seconds) => {
    expect(after('refused-for-now', { attempts })).toEqual({
      status: 'queued',
      dueAt: new Date(NOW.getTime() + seconds * 1000),
      lastError: 'why',
      failedAt: NOW,
      unconfirmed: 0,
    })
  })

  it.each([
    [0, 'queued', 5],
    [1, 'queued', 30],
    [3, 'queued', 600],
    [4, 'failed', 0],
  ])(
    'an e-mail of unknown outcome rests, and is given up at five copies: %i before',
    (unconfirmed, status, s) => {
      expect(after('unknown', { unconfirmed, attempts: 90 })).toMatchObject({
        status,
        dueAt: new Date(NOW.getTime() + s * 1000),
        unconfirmed: unconfirmed + 1,
      })
    },
  )

  it('gives up on it after a day, but not before it was tried ten times', () => {
    const nextDay = new Date(NOW.getTime() + 24 * HOUR)
    expect(after('refused-for-now', { attempts: 10 }, nextDay)).toMatchObject({
      status: 'failed',
      lastError: 'gave up: why',
    })
    expect(after('refused-for-now', { attempts: 9 }, nextDay).status).toBe('queued')
    expect(after('refused-for-now', { attempts: 99 }, new Date(nextDay.getTime() - 1)).status).toBe('queued')
  })
})

const composeMail = mailComposer(DEFAULT_WORDING)

describe('template 222', () => {
  it('reads like this', () => {
    const { subject, text } = composeMail(aDelivery())
    expect(subject).toBe('You are registered for Fire safety')
    expect(text).toBe(`Hello Ada,

you are registered for "Fire safety".

What next?
Sign in to your learning portal. The course is in the list of your courses, and you can begin as soon as you like.

Is this a mistake?
Tell the people who look after your courses, and mention registration 48151 of 15 January 2024 at 14:58 UTC.

Nobody reads the answers to this e-mail, so please don't reply to it.
`)
  })

  it('takes names for text and never for template', () => {
    const words = { ...aDelivery().words, courseName: '<%= it.constructor %>', firstName: "$& ' `" }
    const mail = composeMail(aDelivery({ words }))
    expect(mail.subject).toBe('You are registered for <%= it.constructor %>')
    expect(mail.html).toContain('&lt;%= it.constructor %&gt;')
    expect(mail.text).toContain("Hello $& ' `,")
  })

  it('greets a user without a first name', () => {
    const words = { ...aDelivery().words, firstName: ' ' }
    expect(composeMail(aDelivery({ words })).text).toMatch(/^Hello,\n/)
  })

  it('leads to the learning portal, where there is one', () => {
    const { text, html } = mailComposer({
      ...DEFAULT_WORDING,
      portalUrl: 'https://learn.example.org/?a=1&b',
    })(aDelivery())
    expect(text).toContain('as soon as you like.\n\nhttps://learn.example.org/?a=1&b\n\nIs this')
    expect(html).toContain('href="https://learn.example.org/?a=1&amp;b"')
    expect(composeMail(aDelivery()).html).not.toContain('href')
  })

  it('can be replaced, in another language (O13)', () => {
    const mailTemplate = readTemplate(join(import.meta.dirname, 'kit/german'))
    const german = mailComposer({ mailTemplate, mailLanguage: 'de', portalUrl: '' })
    const words = { ...aDelivery().words, courseName: 'Feuer & Löschen' }
    expect(german(aDelivery({ words }))).toMatchObject({
      subject: 'Angemeldet zu Feuer & Löschen',
      text: 'Hallo Ada, Sie sind seit 15. Januar 2024 um 14:58 UTC angemeldet.\n',
      html: '<p lang="de">Feuer &amp; Löschen</p>\n',
    })
  })

  it.each([
    [
      'text',
      '<%= it.coursename %>',
      'text has <%= it.coursename %>, which is no value of the template: courseName,',
    ],
    ['html', '<% process.exit() %>', 'html may hold <%= it.courseName %> and the like only.'],
    ['html', '<%~ it.courseName %>', 'html may hold'],
    ['text', '<%= it.greeting', 'text may hold'],
    ['text', ' ', 'text is blank.'],
    ['subject', 'Two\nBcc: lines', 'subject has more than one line.'],
  ])('is not replaced by one whose %s is %j (O13)', (part, text, fault) => {
    expect(faultOf({ subject: 's', text: 't', html: 'h', [part]: text })).toContain(fault)
  })

  it('ends the start when the one that replaces it can not be sent (O13)', () => {
    const start = (folder: string) => () =>
      readNotificationConfig({ MAIL_TEMPLATES: folder, MAIL_LANGUAGE: 'Klingon', PORTAL_URL: 'javascript:1' })
    const bad = mkdtempSync(join(tmpdir(), 'rollcall-templates-'))
    expect(start(bad)).toThrow(
      "with 222.subject.txt, 222.txt, 222.html; 222.subject.txt can't be read (given:",
    )
    for (const file of ['222.subject.txt', '222.txt', '222.html'])
      writeFileSync(join(bad, file), '<%= it.x %>')
    expect(start(bad)).toThrow('its subject has <%= it.x %>, which is no value of the template')
    expect(start(bad)).toThrow(/MAIL_LANGUAGE must be a language[^]*PORTAL_URL must be a URL/)
    rmSync(bad, { recursive: true })
  })

  it('is the only one', () => {
    expect(() => composeMail(aDelivery({ template: 223 }))).toThrow('there is no template 223')
  })
})

it.each([
  ['{"a":1}', { a: 1 }],
  ['[1]', { unparsed: '[1]' }],
  ['"text"', { unparsed: '"text"' }],
  ['null', { unparsed: 'null' }],
  ['{', { unparsed: '{' }],
  ['', { unparsed: '' }],
])('shows the payload %j of a dead letter as an object', (content, payload) => {
  expect(payloadOf({ content: Buffer.from(content) })).toEqual(payload)
})

describe('reading what lies in the dead-letter queue', () => {
  const read = (headers: Record<string, unknown>, properties: Record<string, unknown> = {}, content = '{}') =>
    readDeadLetter(
      {
        content: Buffer.from(content),
        properties: { messageId: 'one', type: 'user.changed.v1', headers, ...properties },
      } as ConsumeMessage,
      NOW,
    )

  const rested = { queue: 'the.queue.retry-1s', reason: 'expired' }
  const limit = { queue: 'the.queue', reason: 'delivery_limit' }

  it('believes whoever set the message aside', () => {
    const letter = read({ 'x-reason': 'why', 'x-queue': 'a.queue', 'x-death': [limit] })
    expect(letter).toMatchObject({
      queue: 'a.queue',
      reason: 'why',
      type: 'user.changed.v1',
      receivedAt: NOW,
    })
  })

  it('else the broker, for which a rest before another try is no failure', () => {
    expect(read({ 'x-death': [rested, limit] })).toMatchObject({
      queue: 'the.queue',
      reason: 'set aside by the broker: delivery_limit',
    })
  })

  it('reads a message about which nobody says anything', () => {
    const properties = { messageId: undefined, type: undefined, headers: undefined }
    expect(read({}, properties, 'what is this')).toMatchObject({
      queue: '',
      type: '',
      messageId: '',
      reason: 'no reason was given',
    })
  })

  it('keeps what a replay needs and none of the marks of failure', () => {
    const trace = { traceparent: 'trace', 'x-request-id': 'call' }
    const marks = {
      'x-death': [limit],
      'x-first-death-queue': 'the.queue',
      'x-last-death-reason': 'rejected',
      'x-attempt': 3,
      'x-failures': 2,
      'x-delivery-count': 21,
      'x-reason': 'why',
      'x-queue': 'the.queue',
    }
    expect(read({ ...trace, ...marks }).headers).toEqual(trace)
  })

  it('knows copies of one message, whatever became of each', () => {
    const one = read({ 'x-queue': 'q', 'x-reason': 'first' }).identity
    expect(read({ 'x-queue': 'q', 'x-reason': 'second' }).identity).toBe(one)
    expect(read({ 'x-queue': 'other' }).identity).not.toBe(one)
    expect(read({ 'x-queue': 'q' }, { messageId: 'two' }).identity).not.toBe(one)
    expect(read({ 'x-queue': 'q', 'x-replay-of': '5' }).identity).not.toBe(one)
  })

  it('tells messages without an id apart by what they say', () => {
    const anonymous = { messageId: undefined }
    expect(read({}, anonymous, 'a').identity).toBe(read({}, anonymous, 'a').identity)
    expect(read({}, anonymous, 'a').identity).not.toBe(read({}, anonymous, 'b').identity)
  })
})
