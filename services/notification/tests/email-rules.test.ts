import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { presentEmailDelivery } from '../src/emails/presenter.ts'
import {
  afterFailure,
  giveUpUnconfirmed,
  resendOf,
  SendFailure,
  type EmailDelivery,
  type FailureKind,
} from '../src/emails/rules.ts'
import { untilRecorded } from '../src/dispatch/until-recorded.ts'
import { messageIdOf } from '../src/emails/message-id.ts'
import { domainOf, isAddress, parseMailFrom } from '../src/emails/address.ts'
import { readNotificationConfig } from '../src/config.ts'
import { DEFAULT_MAIL_SETTINGS, MailWriter } from '../src/emails/mail-writer.ts'
import { readTemplate, templateError } from '../src/emails/template.ts'
import { toSendFailure, type Progress } from '../src/emails/smtp-failure.ts'
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
  ])('is not %j', (raw) => expect(() => parseMailFrom(raw)).toThrow('must be an address'))
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
  expect(resendOf(original, NOW, trace, { onlyFirst: true })).toEqual({
    ...aNewDelivery(),
    kind: 'resend',
    resendOf: { id: original.id, onlyFirst: true },
    ...trace,
  })
})

describe('an error of SMTP', () => {
  const smtpReply = (command: string, responseCode: number, text = 'no') => ({
    code: command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE',
    command,
    responseCode,
    response: `${responseCode} ${text}`,
    permanent: responseCode >= 500,
  })

  it.each<[string, object, FailureKind, Progress?]>([
    ['a refused connection', { code: 'ESOCKET' }, 'server-away'],
    ['no reply', { code: 'ETIMEDOUT' }, 'server-away'],
    ['an unknown host', { code: 'EDNS' }, 'server-away'],
    ['a refused login', { code: 'EAUTH', responseCode: 535 }, 'server-away'],
    ['an untrusted certificate', { code: 'ETLS' }, 'server-away'],
    ['an unknown error', {}, 'server-away'],
    ['421', smtpReply('RCPT TO', 421), 'server-away'],
    ['the sender is refused for now', smtpReply('MAIL FROM', 452), 'server-away'],
    ['the sender is refused', smtpReply('MAIL FROM', 550), 'refused-for-now'],
    ['450 for the recipient', smtpReply('RCPT TO', 450), 'refused-for-now'],
    ['451 for the text', smtpReply('DATA', 451), 'refused-for-now'],
    ['503, an unexpected command', smtpReply('RCPT TO', 503), 'refused-for-now'],
    ['550 for the recipient', smtpReply('RCPT TO', 550), 'refused'],
    ['an unknown address', smtpReply('RCPT TO', 550, '5.1.1 User unknown'), 'refused'],
    ['a full mailbox', smtpReply('RCPT TO', 552, '5.2.2 Over quota'), 'refused'],
    ['an unknown address, 554', smtpReply('RCPT TO', 554, '5.1.1 No such user'), 'refused'],
    ['551 for the recipient', smtpReply('RCPT TO', 551, 'User not local'), 'refused'],
    ['553 for the recipient', smtpReply('RCPT TO', 553), 'refused'],
    ['no relaying', smtpReply('RCPT TO', 554, '5.7.1 Relay access denied'), 'refused-for-now'],
    ['a blocklist', smtpReply('RCPT TO', 554, 'Service unavailable; blocked using'), 'refused-for-now'],
    ['a policy', smtpReply('RCPT TO', 550, '5.7.1 Client host rejected'), 'refused-for-now'],
    ['a policy in lines', smtpReply('RCPT TO', 550, '5.7.26 a\n550 5.7.26 b'), 'refused-for-now'],
    ['a fault of the relay', smtpReply('RCPT TO', 550, '5.4.6 Routing loop'), 'refused-for-now'],
    ['554 for the text', smtpReply('DATA', 554), 'refused'],
    ['an address that does not fit an envelope', { code: 'EENVELOPE', command: 'API' }, 'refused'],
    ['a lost connection in a session', { code: 'ECONNECTION' }, 'interrupted', 'session'],
    ['421 in a session', smtpReply('RCPT TO', 421), 'interrupted', 'session'],
    ['a connection lost in the text', { code: 'ECONNECTION' }, 'unconfirmed', 'text'],
    ['421 in the text', { code: 'ECONNECTION', responseCode: 421 }, 'interrupted', 'text'],
    ['554 in the text', smtpReply('DATA', 554), 'refused', 'text'],
  ])('%s, %j, is classified as %s', (_, fields, kind, progress = 'no-session') => {
    expect(toSendFailure(Object.assign(new Error('said so'), fields), progress, 'ada@example.org').kind).toBe(
      kind,
    )
  })

  it('is stored in one line of bounded length, in the words of the server', () => {
    const error = Object.assign(new Error('refused'), { response: `550 no\r\n such user ${'x'.repeat(999)}` })
    const { message } = toSendFailure(error, 'session', 'ada@example.org')
    expect(message).toMatch(/^550 no such user x/)
    expect(message).toHaveLength(500)
  })

  it('is stored without the address and its mailbox, because it is logged (O18)', () => {
    const response =
      '550 5.1.1 <Ada.Byron@example.org>: user ada.byron unknown at mx1.example.net, ask help@example.net'
    const error = Object.assign(new Error('refused'), { response })
    expect(toSendFailure(error, 'session', 'ada.byron@example.org').message).toBe(
      '550 5.1.1 <[address]>: user [address] unknown at mx1.example.net, ask [address]',
    )
  })
})

describe('after a failed attempt', () => {
  it.each<[FailureKind, Partial<EmailDelivery>, nowMs: number, Partial<EmailDelivery>, restSeconds: number]>([
    ['refused', {}, 0, { status: 'failed' }, 0],
    // A server that is away is waited for, for days and any number of attempts.
    ['server-away', { attempts: 500 }, 3 * DAY, { status: 'queued' }, 0],
    ['refused-for-now', { attempts: 1 }, 0, { status: 'queued' }, 5],
    ['refused-for-now', { attempts: 2 }, 0, { status: 'queued' }, 30],
    ['refused-for-now', { attempts: 3 }, 0, { status: 'queued' }, 120],
    ['refused-for-now', { attempts: 4 }, 0, { status: 'queued' }, 600],
    ['refused-for-now', { attempts: 5 }, 0, { status: 'queued' }, 1800],
    ['refused-for-now', { attempts: 50 }, 0, { status: 'queued' }, 1800],
    // Given up after a day, but not before ten attempts.
    ['refused-for-now', { attempts: 10 }, DAY, { status: 'failed', lastError: 'gave up: why' }, 0],
    ['refused-for-now', { attempts: 9 }, DAY, { status: 'queued' }, 1800],
    ['refused-for-now', { attempts: 99 }, DAY - 1, { status: 'queued' }, 1800],
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
    [
      'unconfirmed',
      { attempts: 90, unconfirmedAttempts: 0 },
      0,
      { status: 'queued', unconfirmedAttempts: 1 },
      5,
    ],
    [
      'unconfirmed',
      { attempts: 90, unconfirmedAttempts: 1 },
      0,
      { status: 'queued', unconfirmedAttempts: 2 },
      30,
    ],
    [
      'unconfirmed',
      { attempts: 90, unconfirmedAttempts: 3 },
      0,
      { status: 'queued', unconfirmedAttempts: 4 },
      600,
    ],
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
      expect(afterFailure(aDelivery(fields), new SendFailure(kind, 'why'), now)).toEqual({
        dueAt: state.status === 'failed' ? null : new Date(now.getTime() + restSeconds * 1000),
        failedAt: now,
        lastError: 'why',
        unconfirmedAttempts: 0,
        unexpectedFailures: 0,
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

const writer = new MailWriter(DEFAULT_MAIL_SETTINGS)

describe('template 222', () => {
  it('has this subject and this text', () => {
    const { subject, text } = writer.write(aDelivery())
    expect(subject).toBe('You are registered for Fire safety')
    expect(text).toBe(`Hello Ada,

you are registered for "Fire safety".

What next?
Sign in to your learning portal. The course is in your course list, and you can start at any time.

Is this a mistake?
Contact your course administrator and mention registration 48151 of 15 January 2024 at 14:58 UTC.

Please do not reply to this e-mail. This mailbox is not monitored.
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
    const mailTemplate = { subject: '<%= it.firstName %>.', text: '<%= it.firstName %>', html: '.' }
    const own = new MailWriter({ ...DEFAULT_MAIL_SETTINGS, mailTemplate })
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
    const { text, html } = new MailWriter({ ...DEFAULT_MAIL_SETTINGS, portalUrl }).write(aDelivery())
    expect(text).toContain('start at any time.\n\nhttps://learn.example.org/?a=1&b\n\nIs this')
    expect(html).toContain('href="https://learn.example.org/?a=1&amp;b"')
    expect(writer.write(aDelivery()).html).not.toContain('href')
  })

  it('can be replaced, for example by one in another language (O13)', () => {
    const mailTemplate = readTemplate(join(import.meta.dirname, '../../../testing/notification/german'))
    const german = new MailWriter({ mailTemplate, mailLanguage: 'de', portalUrl: '' })
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
  const record = jest
    .fn<Promise<void>, []>()
    .mockRejectedValueOnce(1)
    .mockRejectedValueOnce(2)
    .mockResolvedValue()
  const onFailure = jest.fn()
  await untilRecorded(record, new AbortController().signal, onFailure)
  expect(record).toHaveBeenCalledTimes(3)
  expect(onFailure.mock.calls).toEqual([[1]])
})
