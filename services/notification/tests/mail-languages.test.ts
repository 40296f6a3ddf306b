import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { aDelivery } from '../../../testing/notification/deliveries.ts'
import { readNotificationConfig } from '../src/config.ts'
import { DEFAULT_MAIL_SETTINGS, MailWriter } from '../src/emails/mail-writer.ts'
import { directionOf, readTemplates, type Template } from '../src/emails/template.ts'

const SETTINGS = { ...DEFAULT_MAIL_SETTINGS, mailFrom: { name: 'Rollcall', address: 'no-reply@example.org' } }
const writer = new MailWriter(SETTINGS)
/** With this template for all readers. */
const withTemplate = (common: Template, settings: object = {}) =>
  new MailWriter({ ...SETTINGS, mailTemplates: { common, byLanguage: {}, missing: [] }, ...settings })

describe('the language of a person (B10)', () => {
  const writtenFor = (preferredLanguage: string, by = writer) =>
    by.write(aDelivery({ content: { ...aDelivery().content, preferredLanguage } }))

  it.each([
    ['', 'en', '15 January 2024 at 14:58 UTC'],
    ['en-US', 'en', 'January 15, 2024 at 2:58 PM UTC'],
    ['de', 'de', '15. Januar 2024 um 14:58 UTC'],
    ['de-AT-1996', 'de', '15. Jänner 2024 um 14:58 UTC'],
    ['fr-CA', 'fr', '15 janvier 2024 à 14 h 58 UTC'],
    // Another language of which the tag begins with the same letters.
    ['den', 'en', '15 January 2024 at 14:58 UTC'],
    ['ar', 'en', '15 January 2024 at 14:58 UTC'],
  ])('of %j gets the built-in template in %s', (preferredLanguage, language, registeredOn) => {
    const { text, html } = writtenFor(preferredLanguage)
    expect(html).toContain(`<html lang="${language}" dir="ltr">`)
    expect(text).toContain(registeredOn)
  })

  it('says in every built-in language whose platform it is, why it came and where to ask', () => {
    const { subject: inEnglish } = writtenFor('')
    for (const language of ['de', 'fr']) {
      const { subject, text, html } = writtenFor(language)
      expect(subject).not.toBe(inEnglish)
      for (const part of [text, html]) expect(part).toMatch(/Ada[^]*Fire safety[^]*48151[^]*Rollcall/)
    }
    const unnamed = new MailWriter({ ...SETTINGS, mailFrom: { ...SETTINGS.mailFrom, name: '' } })
    expect(writtenFor('', unnamed).text).toContain('comes from example.org,')
  })

  const folder = mkdtempSync(join(tmpdir(), 'rollcall-languages-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const own = (settings: object = {}) =>
    new MailWriter({ ...SETTINGS, mailTemplates: readTemplates(folder), ...settings })
  const start = () => readNotificationConfig({ MAIL_TEMPLATES: folder })

  it('has templates of the installation in folders, or in files as a ConfigMap holds them', () => {
    for (const part of ['subject.txt', 'txt', 'html']) {
      put(`pt-br/222.${part}`, 'Olá<%= it.spaceFirstName %>')
      put(`de-CH.222.${part}`, 'Grüezi <%= it.registeredOn %>')
      put(`..2024_01/222.${part}`, '<%= 1 %>')
    }
    expect(own().languages).toEqual(['en', 'de', 'fr', 'de-CH', 'pt-BR'])
    expect(writtenFor('pt-BR', own()).text).toBe('Olá Ada')
    expect(writtenFor('pt', own()).text).toMatch(/^Hello Ada,/)
    expect(writtenFor('de-CH-1996', own()).text).toBe('Grüezi 15. Januar 2024 um 14:58 UTC')
    expect(writtenFor('de', own()).text).toMatch(/^Guten Tag Ada,/)
  })

  it('reads the next best template where files are missing, which the start names', () => {
    put('de-LU/222.html', 'only')
    put('he/222.txt', 'only')
    expect(readTemplates(folder).missing).toEqual([
      'de-LU.222.subject.txt or de-LU/222.subject.txt',
      'de-LU.222.txt or de-LU/222.txt',
      'he.222.subject.txt or he/222.subject.txt',
      'he.222.html or he/222.html',
    ])
    expect(writtenFor('de-LU', own()).text).toMatch(/^Guten Tag Ada,/)
    expect(writtenFor('he', own()).text).toMatch(/^Hello Ada,/)
  })

  it('gets no built-in template beside a common one of the installation', () => {
    for (const part of ['subject.txt', 'txt', 'html']) put(`222.${part}`, 'Ciao <%= it.registeredOn %>')
    const italian = own({ mailLanguage: 'it' })
    expect(italian.languages).toEqual(['it', 'de-CH', 'pt-BR'])
    for (const reader of ['', 'de', 'en-US'])
      expect(writtenFor(reader, italian).text).toBe('Ciao 15 gennaio 2024 alle ore 14:58 UTC')
    expect(writtenFor('de-CH', italian).text).toMatch(/^Grüezi/)
  })

  it.each([
    ['de_DE/222.txt', 'has a template in de_DE, which is not a language tag such as de or pt-BR'],
    ['de-ch/222.txt', 'has 222.txt in de-CH twice'],
    ['pt-BR.222.html', 'has 222.html in pt-BR twice'],
  ])('prevents the start if it has %s', (name, fault) => {
    put(name, 'x')
    expect(start).toThrow(fault)
    rmSync(join(folder, name.replace(/\/.*/, '')), { recursive: true })
  })

  it('prevents the start if a template in it cannot be used', () => {
    put('pt-br/222.txt', '<%= it.x %>')
    expect(start).toThrow('pt-BR: its text has <%= it.x %>, but the values are')
  })

  it.each([
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['ur', 'rtl'],
    ['az-Arab', 'rtl'],
    ['dv', 'rtl'],
    ['ar-Latn', 'ltr'],
    ['uz', 'ltr'],
    ['ja', 'ltr'],
  ])('is written in the direction of its script: %s is %s', (mailLanguage, direction) => {
    expect(directionOf(mailLanguage)).toBe(direction)
    const html = '<!doctype html><HTML class="x"><body><%= it.direction %></body>'
    const mail = writtenFor('', withTemplate({ subject: 's', text: 't', html }, { mailLanguage }))
    expect(mail.html).toBe(
      `<!doctype html><HTML class="x" lang="${mailLanguage}" dir="${direction}"><body>${direction}</body>`,
    )
    const said = '<html lang="x-own" dir=auto>'
    const kept = withTemplate({ subject: 's', text: 't', html: said }, { mailLanguage })
    expect(writtenFor('', kept).html).toBe(said)
  })
})
