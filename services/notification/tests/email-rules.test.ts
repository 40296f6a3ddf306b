import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { presentEmailDelivery } from '../src/emails/presenter.ts'
import { afterFailure, giveUpUnconfirmed, EmailFailure, type FailureKind } from '../src/emails/failures.ts'
import { newResend, NO_FAILURES, type EmailDelivery } from '../src/emails/rules.ts'
import { untilRecorded } from '../src/dispatch/until-recorded.ts'
import { messageIdOf } from '../src/emails/message-id.ts'
import { domainOf, isAddress, parseMailFrom } from '../src/emails/address.ts'
import { notificationVariables, readNotificationConfig } from '../src/config.ts'
import { DEFAULT_MAIL_SETTINGS, MailWriter } from '../src/emails/mail-writer.ts'
import { readTemplates, templateError, type Template } from '../src/emails/template.ts'
import { toEmailFailure, type Progress } from '../src/emails/smtp-failure.ts'
import { aDelivery, aNewDelivery, NOW } from '../../../testing/notification/deliveries.ts'

const DAY = 24 * 60 * 60 * 1000

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
    // The domain of Message-IDs.
    expect(domainOf(sender)).toMatch(/^(example\.org|mail)$/)
  })

  it.each([
    '',
    'no-address',
    'a@b, c@d',
    'A <a@b> <c@d>',
    'a@b\r\nBcc: c@d',
    '@example.org',
    'a@',
    'a@exa mple',
    'no-reply+{id}@example.org',
  ])('is not %j', (raw) => expect(() => parseMailFrom(raw)).toThrow('must be an address'))
})

it('MAIL_RETURN_PATH is an address with at most one placeholder, {id}', () => {
  const read = (raw: string) => () => notificationVariables.mailReturnPath.parse(raw)
  for (const good of ['bounces', 'bounces+{id}']) expect(read(`${good}@example.org`)).not.toThrow()
  for (const bad of ['{ID}', '{id', 'id}', '{}', '{{id}}', '{id}{id}', '{id}{delivery}', '@{id}', 'a b'])
    expect(read(`bounces+${bad}@example.org`)).toThrow('other braces than those of one {id} before the @')
  expect(read('bounces@{id}.org')).toThrow('before the @')
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
])('is %j an address for a recipient: %s', (address, plain) => {
  expect(isAddress(address)).toBe(plain)
})

it('the Message-ID is the same for all attempts of a delivery, and another for a resend (R21)', () => {
  const { eventId } = aNewDelivery()
  const ids = (kind: EmailDelivery['kind']) =>
    [8, 9].map((id) => messageIdOf({ ...aNewDelivery({ kind }), registrationId: 5 }, id, 'example.org'))
  expect(ids('automatic')).toEqual([8, 9].map(() => `<222.5.${eventId}@example.org>`))
  expect(ids('resend')).toEqual([8, 9].map((id) => `<222.5.${eventId}.resend-${id}@example.org>`))
})

it('only a queued e-mail that waits for a later time shows a next attempt (O7)', () => {
  const later = new Date(NOW.getTime() + 60_000)
  const nextAttemptAt = (status: EmailDelivery['status'], dueAt: Date | null) =>
    presentEmailDelivery(aDelivery({ status, dueAt }), NOW).nextAttemptAt
  expect(nextAttemptAt('queued', later)).toBe('2024-01-15T15:01:00.000Z')
  for (const dueAt of [null, NOW, new Date(NOW.getTime() - 60_000)])
    expect(nextAttemptAt('queued', dueAt)).toBeNull()
  for (const status of ['sending', 'sent', 'failed'] as const) expect(nextAttemptAt(status, later)).toBeNull()
})

it('a resend copies the address and the content, and has the trace of the operator’s request', () => {
  const original = aDelivery({ status: 'failed', attempts: 4 })
  const trace = { requestId: 'call-2', traceparent: 'trace-2' }
  expect(newResend(original, NOW, trace, { onlyFirst: true })).toEqual({
    ...aNewDelivery(),
    kind: 'resend',
    resendOf: { id: original.id, onlyFirst: true },
    ...trace,
  })
})

describe('an error of SMTP', () => {
  const replied = (command: string, response: string) => ({
    code: command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE',
    command,
    responseCode: Number(response.slice(0, 3)),
    response,
  })
  const smtpReply = (command: string, code: number) => replied(command, `${code} no`)

  const kindOf = (fields: object, progress: Progress = 'session') =>
    toEmailFailure(Object.assign(new Error('said so'), fields), { progress, to: 'ada@example.org' }).kind

  it.each<[string, object, FailureKind, Progress?]>([
    ['a refused connection', { code: 'ESOCKET' }, 'server-unavailable'],
    ['no reply', { code: 'ETIMEDOUT' }, 'server-unavailable'],
    ['an unknown host', { code: 'EDNS' }, 'server-unavailable'],
    ['a refused login', { code: 'EAUTH', responseCode: 535 }, 'server-unavailable'],
    ['an untrusted certificate', { code: 'ETLS' }, 'server-unavailable'],
    ['an unknown error', {}, 'server-unavailable'],
    ['421', smtpReply('RCPT TO', 421), 'server-unavailable'],
    ['an address that does not fit an envelope', { code: 'EENVELOPE', command: 'API' }, 'refused'],
    ['a lost connection in a session', { code: 'ECONNECTION' }, 'interrupted', 'session'],
    ['421 in a session', smtpReply('RCPT TO', 421), 'refused-for-load', 'session'],
    ['a connection lost in the text', { code: 'ECONNECTION' }, 'unconfirmed', 'text'],
    ['421 in the text', { code: 'ECONNECTION', responseCode: 421 }, 'refused-for-load', 'text'],
    ['554 in the text', smtpReply('DATA', 554), 'refused', 'text'],
  ])('%s, %j, is classified as %s', (_, fields, kind, progress = 'no-session') => {
    expect(kindOf(fields, progress)).toBe(kind)
  })

  it('refuses the recipient or the message for good with these replies (R21)', () => {
    const anywhere = ['550 5.1.1 a', '550 5.1.10 a', '550 5.2.1 a', '552 5.2.2 a', '554 5.2.3 a']
    const ofTheMessage = ['552 5.3.4 too large', '554 5.6.0 a', '550-5.6.7 a\n550 5.6.7 b']
    for (const reply of [...anywhere, ...ofTheMessage, '550 a', '551 a', '553 a'])
      expect([reply, kindOf(replied('RCPT TO', reply))]).toEqual([reply, 'refused'])
    for (const reply of [...anywhere, ...ofTheMessage, '550 a', '552 a', '554 a'])
      expect([reply, kindOf(replied('DATA', reply))]).toEqual([reply, 'refused'])
    for (const reply of ofTheMessage) expect(kindOf(replied('MAIL FROM', reply))).toBe('refused')
  })

  it('refuses for a reason of the mail server, and so for now, with these (R21)', () => {
    const anywhere = ['550 5.7.0 too many per second', '550-5.7.26 a\n550 5.7.26 b', '554 5.2.0 over quota']
    anywhere.push('550 5.4.6 a', '503 5.5.1 a', '554 5.0.0 a', '554 5.3.0 a')
    // The sender's address, to which many servers reply with the recipient's.
    anywhere.push('553 5.1.7 a', '550 5.1.8 Sender address rejected: Domain not found')
    for (const reply of [...anywhere, '554 a', '552 a', '503 a'])
      expect([reply, kindOf(replied('RCPT TO', reply))]).toEqual([reply, 'refused-for-now'])
    for (const reply of anywhere)
      expect([reply, kindOf(replied('DATA', reply))]).toEqual([reply, 'refused-for-now'])
    for (const reply of [...anywhere, '550 a', '554 a', '550 5.2.1 a', '450 a', '451 4.3.0 a'])
      expect([reply, kindOf(replied('MAIL FROM', reply))]).toEqual([reply, 'refused-for-now'])
    // The reply to the command, before the text.
    expect(kindOf({ ...smtpReply('DATA', 554), code: 'EENVELOPE' })).toBe('refused-for-now')
  })

  it('refuses for load with these, and for now with any other 4xx (R21)', () => {
    const load = ['432 4.3.2 a', '432 a', '452 a', '452 4.3.1 a', '452 4.5.3 a', '451 4.5.3 a', '450 4.3.2 a']
    load.push('450 4.7.1 greylisted', '454 4.7.28 a')
    const now = ['450 a', '451 a', '450 4.2.1 a', '452 4.2.2 mailbox full', '451 4.3.0 a', '451 4.4.1 a']
    for (const step of ['MAIL FROM', 'RCPT TO', 'DATA'])
      for (const [kind, replies] of Object.entries({ 'refused-for-load': load, 'refused-for-now': now }))
        for (const reply of replies)
          expect([step, reply, kindOf(replied(step, reply))]).toEqual([step, reply, kind])
  })

  it.each([
    [true, 'RCPT TO', '450 4.1.8 Sender address rejected: Domain not found'],
    [true, 'MAIL FROM', '450 a'],
    [false, 'RCPT TO', '450 4.2.1 a'],
  ])('is about the sender or the mail server: %s, after %s %s (R21)', (isAboutServer, step, reply) => {
    const error = Object.assign(new Error('said so'), replied(step, reply))
    expect(toEmailFailure(error, { progress: 'session', to: 'ada@example.org' })).toMatchObject({
      kind: 'refused-for-now',
      isAboutServer,
    })
  })

  it('is stored in one line of bounded length, in the words of the server', () => {
    const error = Object.assign(new Error('refused'), { response: `550 no\r\n such user ${'x'.repeat(999)}` })
    const { message } = toEmailFailure(error, { progress: 'session', to: 'ada@example.org' })
    expect(message).toMatch(/^550 no such user x/)
    expect(message).toHaveLength(500)
  })

  it.each([
    [{ responseCode: 550, response: '550 5.1.1 <a@b.example>: user unknown' }, 'refused 550 5.1.1'],
    [{ responseCode: 550, response: '550-5.1.1 queue id 4F3A2B1C9D' }, 'refused 550 5.1.1'],
    [{ responseCode: 550, response: '550 no mailbox' }, 'refused 550'],
    [{ code: 'ETIMEDOUT' }, 'interrupted ETIMEDOUT'],
    [{}, 'interrupted'],
  ])('has a class, the same for all that fail for the same reason: %j (O17)', (fields, errorClass) => {
    const rejected = 'responseCode' in fields && { code: 'EENVELOPE', command: 'RCPT TO' }
    const error = Object.assign(new Error('failed'), rejected, fields)
    expect(toEmailFailure(error, { progress: 'session', to: 'a@b.example' }).errorClass).toBe(errorClass)
  })

  it.each([
    ['ada.b@example.org', "<Ada.B@example.org>: ada.b unknown, ask 'help@mx1', not us@example.org"],
    ["a.o'b@example.org", "<A.O'B@example.org>: a.o'b unknown, ask 'de.l'x@mx1', not us@example.org"],
    ['*a|b@example.org', '<*a|b@example.org>: *a|b unknown, ask `help@mx1`, not us@example.org'],
  ])('is stored without addresses but our own, because it is logged (O18): %s', (to, reply) => {
    const error = Object.assign(new Error('refused'), { response: `550 5.1.1 ${reply}` })
    const attempt = { progress: 'session', to, from: 'us@example.org' } as const
    expect(toEmailFailure(error, attempt).message.replaceAll(/['`]/g, '')).toBe(
      '550 5.1.1 <[address]>: [address] unknown, ask [address], not us@example.org',
    )
  })
})

describe('after a failed attempt', () => {
  type Row = [FailureKind, Partial<EmailDelivery>, nowMs: number, Partial<EmailDelivery>, restSeconds: number]
  const dayAfter = (ms: number) => new Date(NOW.getTime() + ms + DAY)
  const refusedAgain = (...[fields, nowMs, state, rest]: [Row[1], Row[2], Row[3], Row[4]]): Row => {
    const mayGiveUpFrom = dayAfter(0)
    return ['refused-for-now', { ...fields, mayGiveUpFrom }, nowMs, { ...state, mayGiveUpFrom }, rest]
  }

  it.each<Row>([
    ['refused', {}, 0, { status: 'failed' }, 0],
    // A server that is unavailable is waited for, for days and any number of attempts.
    ['server-unavailable', { attempts: 500 }, 3 * DAY, { status: 'queued' }, 0],
    ['refused-for-now', {}, 0, { status: 'queued', refusals: 1, mayGiveUpFrom: dayAfter(0) }, 5],
    ['interrupted', {}, 0, { status: 'queued', refusals: 1, mayGiveUpFrom: dayAfter(0) }, 5],
    // Soon after the five minutes of greylisting, too.
    ...[30, 120, 180, 600, 1800, 1800].map((restSeconds, i) =>
      refusedAgain({ refusals: i + 1 }, 0, { status: 'queued', refusals: i + 2 }, restSeconds),
    ),
    // Given up a day after the first refusal, but not before ten.
    refusedAgain({ refusals: 9 }, DAY, { status: 'failed', refusals: 10, lastError: 'gave up: why' }, 0),
    refusedAgain({ refusals: 8 }, DAY, { status: 'queued', refusals: 9 }, 1800),
    refusedAgain({ refusals: 98 }, DAY - 1, { status: 'queued', refusals: 99 }, 1800),
    // Load counts for neither.
    ['refused-for-load', { attempts: 500 }, 9 * DAY, { status: 'queued', refusals: 0 }, 5],
    [
      'refused-for-load',
      { refusals: 50, mayGiveUpFrom: dayAfter(0), failedAt: NOW },
      2 * DAY,
      { status: 'queued', refusals: 50, mayGiveUpFrom: dayAfter(2 * DAY) },
      5,
    ],
    // A fault of the code: given up at ten.
    ['unexpected', { unexpectedFailures: 0 }, 0, { status: 'queued', unexpectedFailures: 1 }, 5],
    [
      'unexpected',
      { unexpectedFailures: 9 },
      0,
      { status: 'failed', unexpectedFailures: 10, lastError: 'gave up after 10 unexpected failures: why' },
      0,
    ],
    // Of unknown outcome: given up at five copies.
    ...[5, 30, 120, 600].map((restSeconds, i): Row => {
      const state = { status: 'queued' as const, unconfirmedAttempts: i + 1 }
      return ['unconfirmed', { attempts: 90, unconfirmedAttempts: i }, 0, state, restSeconds]
    }),
    [
      'unconfirmed',
      { unconfirmedAttempts: 4 },
      0,
      { status: 'failed', unconfirmedAttempts: 5, lastError: 'gave up, it may have been sent: why' },
      0,
    ],
  ])(
    'that is %s, an e-mail with %j after %i ms is %j, and waits for %i s',
    (kind, fields, nowMs, state, restSeconds) => {
      const now = new Date(NOW.getTime() + nowMs)
      for (const random of [0, 0.5])
        expect(afterFailure(aDelivery(fields), new EmailFailure(kind, 'why'), now, random)).toEqual({
          ...NO_FAILURES,
          // Longer by up to a tenth, so that those that fail together are not retried together.
          dueAt:
            state.status === 'failed'
              ? null
              : new Date(now.getTime() + restSeconds * 1000 * (1 + random / 10)),
          failedAt: now,
          lastError: 'why',
          errorClass: kind,
          ...state,
        })
    },
  )
})

it('an e-mail whose process ended during the fifth unconfirmed attempt is given up, and says why', () => {
  expect(giveUpUnconfirmed(aDelivery({ unconfirmedAttempts: 4 }), NOW)).toBeUndefined()
  expect(giveUpUnconfirmed(aDelivery({ unconfirmedAttempts: 5 }), NOW)).toMatchObject({
    status: 'failed',
    lastError: 'gave up, it may have been sent: the process ended during the last attempt',
  })
})

const SETTINGS = { ...DEFAULT_MAIL_SETTINGS, mailFrom: { name: 'Rollcall', address: 'no-reply@example.org' } }
const writer = new MailWriter(SETTINGS)
/** With this template for all readers. */
const withTemplate = (common: Template, settings: object = {}) =>
  new MailWriter({ ...SETTINGS, mailTemplates: { common, byLanguage: {}, missing: [] }, ...settings })

describe('template 222', () => {
  it('has this subject and this text', () => {
    const { subject, text } = writer.write(aDelivery())
    expect(subject).toBe('You are registered for Fire safety')
    expect(text).toBe(`Hello Ada,

you are registered for "Fire safety".

What next?
Sign in to your learning portal. The course is in your course list, and you can start at any time.

A question, or a mistake?
Contact your course administrator and mention registration 48151 of 15 January 2024 at 14:58 UTC.

This e-mail comes from Rollcall, because you were registered for a course there. Please do not reply: this \
mailbox is not read.
`)
  })

  it('treats values as text, never as template code', () => {
    const content = { ...aDelivery().content, courseName: '<%= it.constructor %>$&', firstName: 'O\'N & "A"' }
    const mail = writer.write(aDelivery({ content }))
    expect(mail.subject).toBe('You are registered for <%= it.constructor %>$&')
    expect(mail.html).toContain('&lt;%= it.constructor %&gt;$&amp;')
    expect(mail.text).toContain('Hello O\'N & "A",')
  })

  it('greets a user without a first name (R17b)', () => {
    const content = { ...aDelivery().content, firstName: ' ' }
    expect(writer.write(aDelivery({ content })).text).toMatch(/^Hello,\n/)
  })

  it.each([
    ...[
      'login-portal.example/unlock',
      'https://evil.example',
      'HTTP://x',
      'www.evil.example',
      'Ada (WWW.x.io)',
    ],
    ...['evil.example', 'Ada\u00A0t.co', 'mailto:a', 'a@b', 'ada@evil.example', 'tel:112', '0800 123 456'],
    ...[
      'evil．example',
      'evil。example',
      'evil｡example',
      'evil․example',
      'ｅｖｉｌ．ｃｏｍ',
      'evil.c\u200Dom',
    ],
    ...[
      'javascript:x',
      '//evil',
      '\\\\evil\\x',
      '[a](b)',
      '<a>',
      'xn--e1afmkfd.xn--p1ai',
      '\u0661\u0662\u0663\u0664',
    ],
    ...['evil[.]example', 'evil%2Eexample', 'évil.exämple', '#channel', 'A'.repeat(61)],
  ])('greets without a name that programs link, or that is none: %s (R21)', (firstName) => {
    const content = { ...aDelivery().content, firstName }
    expect(writer.write(aDelivery({ content })).text).toMatch(/^Hello,\n/)
    const own = withTemplate({ subject: '<%= it.firstName %>.', text: '<%= it.firstName %>', html: '.' })
    expect(own.write(aDelivery({ content }))).toMatchObject({ subject: '.', text: '' })
  })

  it.each([
    ...[
      "O'Neil",
      'Anna-Lena',
      'J. R.',
      'J.R.',
      'J.-P.',
      'Aww.',
      'María José',
      'Nguyễn',
      '李',
      'Ada (the 2nd)',
    ],
    ...['അവന്\u200D', 'علی\u200Cرضا', 'Ö'.repeat(60), 'José', 'St. John', 'Ada & Bob', 'マリー・アン'],
  ])('greets %s by name', (firstName) => {
    const content = { ...aDelivery().content, firstName }
    expect(writer.write(aDelivery({ content })).text).toMatch(`Hello ${firstName},\n`)
  })

  it('links to the learning portal if one is configured', () => {
    const portalUrl = 'https://learn.example.org/?a=1&b'
    const { text, html } = new MailWriter({ ...SETTINGS, portalUrl }).write(aDelivery())
    expect(text).toContain('start at any time.\n\nhttps://learn.example.org/?a=1&b\n\nA question')
    expect(html).toContain('href="https://learn.example.org/?a=1&amp;b"')
    expect(writer.write(aDelivery()).html).not.toContain('href')
  })

  it('can be replaced, for example by one in another language (O13)', () => {
    const mailTemplates = readTemplates(join(import.meta.dirname, '../../../testing/notification/german'))
    const german = new MailWriter({ ...SETTINGS, mailTemplates, mailLanguage: 'de' })
    const content = { ...aDelivery().content, courseName: 'Feuer & Löschen' }
    expect(german.write(aDelivery({ content }))).toMatchObject({
      subject: 'Angemeldet zu Feuer & Löschen',
      text: 'Hallo Ada, Sie sind seit 15. Januar 2024 um 14:58 UTC angemeldet.\n',
      html: '<p lang="de">Feuer &amp; Löschen</p>\n',
    })
  })

  it.each([
    ['text', '<%= it.coursename %>', 'text has <%= it.coursename %>, but the values are: courseName,'],
    ['html', '<% process.exit() %>', 'html may contain values only, such as <%= it.courseName %>.'],
    ['html', '<%~ it.courseName %>', 'html may contain'],
    ['text', '<%= it.greeting', 'text may contain'],
    ['text', ' ', 'text is blank.'],
    ['subject', 'Two\nBcc: lines', 'subject has more than one line.'],
  ])('is not replaced by one whose %s is %j (O13)', (part, text, fault) => {
    expect(templateError({ subject: 's', text: 't', html: 'h', [part]: text })).toContain(fault)
  })

  it('prevents the start if its replacement cannot be used (O13)', () => {
    const start = (folder: string) => () =>
      readNotificationConfig({
        MAIL_TEMPLATES: folder,
        MAIL_LANGUAGE: 'Klingon',
        PORTAL_URL: 'javascript:1',
        SMTP_URL: 'http://user:hush@mail',
        MAIL_FROM: 'no address',
      })
    const bad = mkdtempSync(join(tmpdir(), 'rollcall-templates-'))
    const files = ['222.subject.txt', '222.txt', '222.html']
    expect(start(bad)).toThrow(`with ${files.join(', ')}; ${files[0]} can't be read (given:`)
    for (const file of files) writeFileSync(join(bad, file), '<%= it.x %>')
    expect(start(bad)).toThrow('its subject has <%= it.x %>, but the values are')
    expect(start(bad)).toThrow(/MAIL_LANGUAGE must be a language[^]*PORTAL_URL must be a URL/)
    expect(start(bad)).toThrow(/SMTP_URL must be a URL that starts with smtp[^]*MAIL_FROM must be an address/)
    rmSync(bad, { recursive: true })
  })

  it('is the only template', () => {
    expect(() => writer.write(aDelivery({ templateId: 223 }))).toThrow('there is no template 223')
  })
})

it('records that an e-mail was sent once the database allows it, and warns once', async () => {
  const record = jest.fn<Promise<void>, []>().mockResolvedValue()
  record.mockRejectedValueOnce(1).mockRejectedValueOnce(2)
  const onFailure = jest.fn()
  await untilRecorded(record, new AbortController().signal, onFailure)
  expect(record).toHaveBeenCalledTimes(3)
  expect(onFailure.mock.calls).toEqual([[1]])
})
